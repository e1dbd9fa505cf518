(** Lower bounds of rates: Jensen's, and the ones that exclude ranges of numbers of hashes. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates blocks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Functions that rise together *)

Section Association.

Variables (T : finType) (O : {pred T}).
Hypothesis O_gt0 : (0 < #|O|)%N.

(** Chebyshev: two functions that rise together have at least the product of the means. *)
Lemma Ex_mul_ge (f g : T -> rat) :
  (forall x y, 0 <= (f x - f y) * (g x - g y)) -> Ex O f * Ex O g <= Ex O (fun w => f w * g w).
Proof.
move=> fg.
have : 0 <= Ex O (fun y => Ex O (fun x => (f x - f y) * (g x - g y))).
  by apply: Ex_ge0 => y _; apply: Ex_ge0 => x _.
rewrite (eq_Ex (g := fun y => (Ex O (fun x => f x * g x) - Ex O f * g y)
                              + (f y * g y - f y * Ex O g))); last first.
  move=> y _; rewrite -ExZr -ExB.
  rewrite -[f y * Ex O g]ExZ -[f y * g y](Ex_const _ O_gt0) -ExB -ExD.
  by apply: eq_Ex => x _; ring.
rewrite ExD !ExB ExZ ExZr Ex_const //.
set a := Ex O f * Ex O g; set c := Ex O _.
by rewrite -mulr2n pmulrn_lge0 // subr_ge0.
Qed.

(** The same for a product of many functions of one number. *)
Lemma Ex_prod_ge (X : T -> nat) (F : nat -> nat -> rat) k :
  (forall i x, 0 <= F i x) -> (forall i, {homo F i : x y / (x <= y)%N >-> x <= y}) ->
  \prod_(i < k) Ex O (fun w => F i (X w)) <= Ex O (fun w => \prod_(i < k) F i (X w)).
Proof.
move=> F0 Fm; elim: k => [|k IH].
  by rewrite big_ord0 (eq_Ex (g := fun _ => 1)) ?Ex_const // => w _; rewrite big_ord0.
rewrite big_ord_recr /=.
rewrite [X in _ <= X](eq_Ex (g := fun w => (\prod_(i < k) F i (X w)) * F k (X w))); last first.
  by move=> w _; rewrite big_ord_recr.
apply: le_trans (Ex_mul_ge _) => [|x y].
  by apply: ler_pmul => //; [apply: prodr_ge0 => i _|]; apply: Ex_ge0.
wlog xy : x y / (X x <= X y)%N => [H|].
  by case/orP: (leq_total (X x) (X y)) => /H //; rewrite -mulrNN !opprB.
rewrite -mulrNN !opprB mulr_ge0 // subr_ge0; last exact: Fm.
by apply: ler_prod => i _; rewrite F0 Fm.
Qed.

End Association.

Lemma mean_occupied (m : nat) (T : finType) (O : {pred T}) (V : T -> {set 'I_m}) (h : nat -> rat) :
  (forall S : {set 'I_m}, Pr O (fun w => [disjoint S & V w]) = h #|S|) ->
  Ex O (fun w => #|V w|%:R) = m%:R * (h 0%N - h 1%N).
Proof.
move=> mh; have := exchangeable_moment (joint_covers mh) 1.
rewrite bin1 /joint !big_ord_recr big_ord0 /= !bin0 binn => E.
rewrite (eq_Ex (g := fun w => 'C(#|V w|, 1)%:R)); last by move=> w _; rewrite bin1.
by move: E; rewrite /binomial_moment => ->; rewrite expr0 expr1; ring.
Qed.

(** ** Standard filters *)

Section Standard.

Variables (m n : nat).
Hypothesis m_gt0 : (0 < m)%N.

Lemma m_neq0 : m%:R != 0 :> rat. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

(** y = 1 − 1/m *)
Definition y : rat := (m - 1)%:R / m%:R.

Lemma y_ge0 : 0 <= y. Proof. by rewrite divr_ge0 ?ler0n. Qed.

Lemma y_le1 : y <= 1.
Proof. by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat leq_subr. Qed.

Lemma filled_ge0 N : 0 <= 1 - y ^+ N.
Proof. by rewrite subr_ge0 exprn_ile1 ?y_ge0 ?y_le1. Qed.

(** Jensen: M = (1 − (1 − 1/m)^(nk))^k is a lower bound of f_S. *)
Theorem M_le_f_S k : (1 - y ^+ (n * k)) ^+ k <= f_S m k n.
Proof.
rewrite f_S_mean //; set O := histories _ _.
pose V (w : {ffun 'I_n -> {ffun 'I_k -> 'I_m}}) := bits_set (@occupied m k) w.
have O0 : (0 < #|O|)%N.
  by apply: draws_gt0 => _; rewrite card_ffun !card_ord expn_gt0 m_gt0.
have mean : Ex O (fun w => #|V w|%:R / m%:R) = 1 - y ^+ (n * k).
  rewrite ExZr (mean_occupied (h := fun j => ((m - j)%:R / m%:R) ^+ (n * k))).
    by rewrite subn0 divff ?m_neq0 // expr1n mulrC mulrA mulVf ?m_neq0 // mul1r.
  by move=> S; rewrite history_misses /misses balls_miss -exprM mulnC.
pose F (_ x : nat) : rat := x%:R / m%:R.
have F0 i x : 0 <= F i x by rewrite divr_ge0 ?ler0n.
have Fm i : {homo F i : x x' / (x <= x')%N >-> x <= x'}.
  by move=> x x' xx; rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_nat.
have P := Ex_prod_ge O0 (fun w => #|V w|) k F0 Fm.
rewrite -mean; apply: le_trans (le_trans P _); first by rewrite /F prodr_const card_ord.
by apply: Ex_le => w _; rewrite /F prodr_const card_ord.
Qed.

(** What excludes all k from a to b at once ([rate_lower] of cheap_bounds.rs). *)
Theorem range_lower_f_S a b k : (a <= k <= b)%N -> (1 - y ^+ (n * a)) ^+ b <= f_S m k n.
Proof.
case/andP=> ak kb; apply: le_trans (M_le_f_S k).
apply: (@le_trans _ _ ((1 - y ^+ (n * a)) ^+ k)).
  by rewrite ler_wiexpn2l ?filled_ge0 // ler_subl_addr ler_addl exprn_ge0 ?y_ge0.
rewrite ler_expn2r ?nnegrE ?filled_ge0 //.
by rewrite ler_sub // ler_wiexpn2l ?y_ge0 ?y_le1 // leq_mul2l ak orbT.
Qed.

End Standard.

(** ** Classic filters *)

Section Classic.

Variables (m n : nat).

(** μ_k, the mean number of bits set by [n] items of [k] positions. *)
Definition mu (k : nat) : rat := m%:R * (1 - ((m - k)%:R / m%:R) ^+ n).

Lemma bin_one_less k : (k <= m)%N -> (0 < m)%N ->
  'C(m - 1, k)%:R / 'C(m, k)%:R = (m - k)%:R / m%:R :> rat.
Proof.
move=> km m0; apply/eqP; rewrite eqr_div ?pnatr_eq0 -?lt0n ?bin_gt0 //.
by rewrite -!natrM eqr_nat mulnC subn1 mul_bin_down mulnC.
Qed.

Lemma mean_union k : (k <= m)%N -> (0 < m)%N ->
  Ex (committees m (fun _ : 'I_n => k)) (fun w => #|union w|%:R) = mu k.
Proof.
move=> km m0.
rewrite (mean_occupied (h := vacancy m (fun _ : 'I_n => k))) => [|S]; last exact: union_misses.
rewrite /vacancy !prodr_const !card_ord subn0 divff ?expr1n ?bin_one_less //.
by rewrite pnatr_eq0 -lt0n bin_gt0.
Qed.

Lemma bin_ratio_prod x k : (k <= m)%N ->
  'C(x, k)%:R / 'C(m, k)%:R = \prod_(i < k) ((x - i)%:R / (m - i)%:R) :> rat.
Proof.
move=> km; rewrite big_split /= prodfV -!natr_prod -!ffact_prod.
by rewrite -!bin_ffact !natrM invfM mulrACA divff ?mulr1 // pnatr_eq0 -lt0n fact_gt0.
Qed.

(** Jensen over the filters: f_C ≥ ∏ (μ − i)/(m − i), factors below 0 taken as 0
    ([Formula::Jensen] of approximations.rs, [rate_lower] of cheap_bounds.rs). *)
Theorem jensen_f_C k : (k <= m)%N ->
  \prod_(i < k) (Num.max 0 (mu k - i%:R) / (m - i)%:R) <= f_C m k n.
Proof.
move=> km; have [m0|m0] := posnP m.
  have k0 : k = 0%N by lia.
  rewrite k0 big_ord0 f_C_mean // (eq_Ex (g := fun _ => 1)) ?Ex_const //.
    by apply: draws_gt0 => d; rewrite committee_gt0.
  by move=> w _; rewrite !bin0 divff.
rewrite f_C_mean //; set O := committees _ _.
have O0 : (0 < #|O|)%N by apply: draws_gt0 => d; rewrite committee_gt0.
rewrite (eq_Ex (g := fun w => \prod_(i < k) ((#|union w| - i)%:R / (m - i)%:R))); last first.
  by move=> w _; rewrite bin_ratio_prod.
pose F i x : rat := (x - i)%:R / (m - i)%:R.
have F0 i x : 0 <= F i x by rewrite divr_ge0 ?ler0n.
have Fm i : {homo F i : x x' / (x <= x')%N >-> x <= x'}.
  by move=> x x' xx; rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_nat leq_sub2r.
apply: le_trans (Ex_prod_ge O0 (fun w => #|union w|) k F0 Fm).
apply: ler_prod => i _; rewrite divr_ge0 ?le_maxr ?lexx ?ler0n //= ExZr.
rewrite ler_pmul2r ?invr_gt0 ?ltr0n ?subn_gt0 ?(leq_trans (ltn_ord i)) //.
rewrite le_maxl Ex_ge0 => [|w _]; last by rewrite ler0n.
rewrite -mean_union // -[i%:R](Ex_const _ O0) -ExB; apply: Ex_le => w _.
by rewrite ler_subl_addr -natrD ler_nat addnC -leq_subLR.
Qed.

(** Some bit of the query is clear with a chance of at most k·(1 − k/m)^n ([excluded_from] of
    hash_search.rs). *)
Theorem union_bound_f_C k : (k <= m)%N -> (0 < m)%N ->
  1 - k%:R * ((m - k)%:R / m%:R) ^+ n <= f_C m k n.
Proof.
move=> km m0; have /andP[+ _] := f_C_bonferroni km n 2.
have cN : 'C(m, k)%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n bin_gt0.
rewrite expr2 mulN1r opprK mul1r subr_ge0 !big_ord_recr big_ord0 /= expr0 expr1 bin0 bin1 subn0.
by rewrite (divff cN) expr1n bin_one_less // !mul1r add0r mulN1r mulNr.
Qed.

(** The bound of all k from a to b. *)
Theorem range_lower_f_C a b k : (a <= k <= b)%N -> (b <= m)%N ->
  \prod_(i < b) (Num.max 0 (mu a - i%:R) / (m - i)%:R) <= f_C m k n.
Proof.
case/andP=> ak kb bm; apply: le_trans (jensen_f_C (leq_trans kb bm)).
have mu_le : mu a <= mu k.
  rewrite /mu ler_wpmul2l ?ler0n // ler_sub // ler_expn2r ?nnegrE ?divr_ge0 ?ler0n //.
  by rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_nat leq_sub2l.
have mu_m : mu a <= m%:R.
  by rewrite /mu ler_pimulr ?ler0n // ler_subl_addr ler_addl exprn_ge0 // divr_ge0 ?ler0n.
rewrite -(subnKC kb) big_split_ord /=.
rewrite -[X in _ <= X]mulr1; apply: ler_pmul.
- by apply: prodr_ge0 => i _; rewrite divr_ge0 ?le_maxr ?lexx ?ler0n.
- by apply: prodr_ge0 => i _; rewrite divr_ge0 ?le_maxr ?lexx ?ler0n.
- apply: ler_prod => i _; rewrite divr_ge0 ?le_maxr ?lexx ?ler0n //=.
  by rewrite ler_wpmul2r ?invr_ge0 ?ler0n // le_maxl !le_maxr lexx /= ler_sub ?orbT.
- apply: (@le_trans _ _ (\prod_(i < b - k) 1)); last by rewrite big1_eq.
  apply: ler_prod => i _; rewrite divr_ge0 ?le_maxr ?lexx ?ler0n //=.
  have im : (k + i < m)%N by have := ltn_ord i; lia.
  rewrite ler_pdivr_mulr ?ltr0n ?subn_gt0 // mul1r le_maxl ler0n /=.
  by rewrite natrB ?(ltnW im) // ler_sub.
Qed.

End Classic.
