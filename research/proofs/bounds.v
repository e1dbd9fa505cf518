(** Bounds of rates: Jensen's, the ones that exclude numbers of hashes, and monotony. *)

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

(** ** More items *)

Lemma Ex_draws_first (C : finType) (O : {pred C}) n (G : {ffun 'I_n -> C} -> rat) :
  (0 < #|O|)%N ->
  Ex (histories O n.+1) (fun w => G [ffun i => w (lift ord0 i)]) = Ex (histories O n) G.
Proof.
move=> O0.
pose cons (p : C * {ffun 'I_n -> C}) : {ffun 'I_n.+1 -> C} :=
  [ffun i => oapp p.2 p.1 (unlift ord0 i)].
have consK : cancel cons (fun w : {ffun 'I_n.+1 -> C} => (w ord0, [ffun i => w (lift ord0 i)])).
  by case=> c g; rewrite /cons /= ffunE unlift_none; congr (_, _); apply/ffunP => i;
     rewrite !ffunE liftK.
have consK' : cancel (fun w : {ffun 'I_n.+1 -> C} => (w ord0, [ffun i => w (lift ord0 i)])) cons.
  move=> w; apply/ffunP => i; rewrite /cons ffunE /=.
  by case: unliftP => [j ->|->] //=; rewrite ffunE.
have inE' p : (cons p \in histories O n.+1) = (p.1 \in O) && (p.2 \in histories O n).
  case: p => c g; apply/familyP/andP => [all|[cO /familyP gO] i].
    split; first by have := all ord0; rewrite /cons ffunE unlift_none.
    by apply/familyP => i; have := all (lift ord0 i); rewrite /cons ffunE liftK.
  by rewrite /cons ffunE; case: unliftP => [j _|_] /=; rewrite ?gO.
rewrite /Ex (reindex cons) /=; last by apply: onW_bij; exists (fun w : {ffun 'I_n.+1 -> C} =>
   (w ord0, [ffun i => w (lift ord0 i)])).
rewrite (eq_bigl _ _ inE') (eq_bigr (fun p => G p.2)); last first.
  by move=> [c g] _; congr G; apply/ffunP => i; rewrite !ffunE liftK.
rewrite -(pair_big (mem O) (mem (histories O n)) (fun _ g => G g)) /= sumr_const.
have E : #|histories O n.+1|%:R = #|O|%:R * #|histories O n|%:R :> rat.
  rewrite (card_draws_rat (fun _ : 'I_n.+1 => O)) (card_draws_rat (fun _ : 'I_n => O)).
  by rewrite !prodr_const !card_ord exprS.
have ON : #|O|%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
by rewrite E -[_ *+ _]mulr_natl invfM mulrACA (divff ON) mul1r.
Qed.

(** One item more never lowers the chance that a given query is taken for a member. *)
Lemma covered_items (B C : finType) (O : {pred C}) (s : C -> {set B}) (A : {set B}) n :
  (0 < #|O|)%N ->
  Pr (histories O n) (fun w => A \subset bits_set s w)
  <= Pr (histories O n.+1) (fun w => A \subset bits_set s w).
Proof.
move=> O0; rewrite !PrE -Ex_draws_first //; apply: Ex_le => w _; rewrite ler_nat.
case: (boolP (A \subset bits_set s [ffun i => w (lift ord0 i)])) => // sub.
rewrite (_ : A \subset bits_set s w) //; apply: subset_trans sub _.
by apply/bigcupsP => i _; rewrite ffunE; exact: (bigcup_sup (lift ord0 i)).
Qed.

(** Theorem 3, first part: the rate does not fall when items are added, whatever the filter. *)
Theorem rate_rises_items (B C : finType) (O : {pred C}) (s : C -> {set B}) n n' :
  (0 < #|O|)%N -> (n <= n')%N -> rate O s n <= rate O s n'.
Proof.
move=> O0 /subnK <-; elim: (n' - n)%N => [//|d IH]; apply: le_trans IH _.
by rewrite addSn !rate_query; apply: Ex_le => c _; exact: covered_items.
Qed.

(** ** The mean over a binomial number *)

(** The mean of [G N] for N binomial(n, p), trial by trial. *)
Fixpoint mix (p : rat) (n : nat) (G : nat -> rat) : rat :=
  if n is n'.+1 then (1 - p) * mix p n' G + p * mix p n' (fun i => G i.+1) else G 0%N.

Lemma mixE p n G :
  mix p n G = \sum_(i < n.+1) 'C(n, i)%:R * p ^+ i * (1 - p) ^+ (n - i) * G i.
Proof.
elim: n G => [|n IH] G; first by rewrite big_ord1 bin0 !expr0 !mul1r.
rewrite /= !IH big_ord_recl /= [in RHS]big_ord_recl /= !bin0 !expr0 !subn0 !mul1r.
rewrite mulrDr -addrA; congr (_ + _); first by rewrite exprS; move: (_ ^+ n) => e; ring.
rewrite mulr_sumr [in RHS](eq_bigr (fun i : 'I_n.+1 =>
   'C(n, i.+1)%:R * p ^+ i.+1 * (1 - p) ^+ (n - i) * G i.+1
   + p * ('C(n, i)%:R * p ^+ i * (1 - p) ^+ (n - i) * G i.+1))) => [|i _]; last first.
  rewrite /bump /= add1n binS subSS natrD exprS.
  by move: (_ ^+ i) (_ ^+ (n - i)) => e f; ring.
rewrite big_split /=; congr (_ + _); last by rewrite mulr_sumr.
rewrite [RHS]big_ord_recr /= bin_small // !mul0r addr0; apply: eq_bigr => -[i /= i_n] _.
rewrite /bump /= add1n (_ : n - i = (n - i.+1).+1)%N; last by lia.
by rewrite [_ ^+ (n - i.+1).+1]exprS; move: (_ ^+ i.+1) (_ ^+ (n - i.+1)) => e f; ring.
Qed.

Lemma mix_le p n (G H : nat -> rat) :
  0 <= p <= 1 -> (forall i, G i <= H i) -> mix p n G <= mix p n H.
Proof.
case/andP=> p0 p1; elim: n G H => [|n IH] G H GH //=.
by rewrite ler_add // ler_wpmul2l ?subr_ge0 ?IH.
Qed.

Lemma mix_mono p q n (G : nat -> rat) :
  0 <= p -> p <= q -> q <= 1 -> {homo G : i j / (i <= j)%N >-> i <= j} -> mix p n G <= mix q n G.
Proof.
move=> p0 pq q1; elim: n G => [|n IH] G Gm //=.
have GmS : {homo (fun i => G i.+1) : i j / (i <= j)%N >-> i <= j} by move=> i j ij; rewrite Gm.
have step : mix q n G <= mix q n (fun i => G i.+1).
  by apply: mix_le => [|i]; rewrite ?(le_trans p0 pq) ?q1 ?Gm.
apply: (@le_trans _ _ ((1 - p) * mix q n G + p * mix q n (fun i => G i.+1))).
  by rewrite ler_add // ler_wpmul2l ?subr_ge0 ?IH // (le_trans pq q1).
rewrite -subr_ge0.
have -> : (1 - q) * mix q n G + q * mix q n (fun i => G i.+1)
   - ((1 - p) * mix q n G + p * mix q n (fun i => G i.+1))
   = (q - p) * (mix q n (fun i => G i.+1) - mix q n G) by ring.
by rewrite mulr_ge0 ?subr_ge0.
Qed.

Lemma mix_max p n (G : nat -> rat) :
  0 <= p <= 1 -> {homo G : i j / (i <= j)%N >-> i <= j} -> mix p n G <= G n.
Proof.
case/andP=> p0 p1; elim: n G => [|n IH] G Gm //=.
have GmS : {homo (fun i => G i.+1) : i j / (i <= j)%N >-> i <= j} by move=> i j ij; rewrite Gm.
apply: (@le_trans _ _ ((1 - p) * G n.+1 + p * G n.+1)); last by rewrite -mulrDl subrK mul1r.
rewrite ler_add // ler_wpmul2l ?subr_ge0 //; last exact: IH.
exact: le_trans (IH G Gm) (Gm _ _ (leqnSn n)).
Qed.

(** ** More bits *)

(** Σ (−1)^j a_j v_j, the sum of f_S with any numbers in place of the powers *)
Definition weighted m k (v : nat -> rat) : rat := \sum_(j < k.+1) (-1) ^+ j * a_S m k j * v j.

(** One position of the query more. *)
Lemma weighted_step m k (v : nat -> rat) : (0 < m)%N ->
  weighted m k.+1 v = weighted m k (fun j => (m - j)%:R / m%:R * (v j - v j.+1)).
Proof.
move=> m0; rewrite /weighted big_ord_recl /= a_S_empty // expr0 !mul1r.
rewrite (eq_bigr (fun j : 'I_k.+1 => (-1) ^+ j.+1 * ((m - j.+1)%:R / m%:R) * a_S m k j.+1 * v j.+1
   - (-1) ^+ j * ((m - j)%:R / m%:R) * a_S m k j * v j.+1)) => [|j _]; last first.
  rewrite /bump /= add1n a_S_recurrence exprS.
  by move: (_ ^+ j) (a_S _ _ _) (a_S _ _ _) => e a b; ring.
rewrite sumrB addrA.
have zero : a_S m k k.+1 = 0.
  rewrite /a_S /subsets /binomial_moment (eq_Ex (g := fun _ => 0 * 1)) ?ExZ ?mul0r // => w _.
  by rewrite bin_small ?mul0r // ltnS (leq_trans (occupied_le_min w)) // geq_minl.
have -> : v 0%N + \sum_(j < k.+1) (-1) ^+ j.+1 * ((m - j.+1)%:R / m%:R) * a_S m k j.+1 * v j.+1
   = \sum_(j < k.+1) (-1) ^+ j * ((m - j)%:R / m%:R) * a_S m k j * v j.
  rewrite big_ord_recr /= zero mulr0 mul0r addr0 big_ord_recl /= a_S_empty // expr0 subn0.
  by rewrite divff ?mul1r // pnatr_eq0 -lt0n.
rewrite -sumrB; apply: eq_bigr => j _.
by move: (_ ^+ j) (a_S _ _ _) => e a; ring.
Qed.

Lemma joint_succ (v : nat -> rat) d : joint v d.+1 = joint (fun i => v i - v i.+1) d.
Proof.
rewrite /joint big_ord_recl /= bin0 expr0 !mul1r.
rewrite (eq_bigr (fun i : 'I_d.+1 => (-1) ^+ i.+1 * 'C(d, i.+1)%:R * v i.+1
                                     - (-1) ^+ i * 'C(d, i)%:R * v i.+1)) => [|i _]; last first.
  rewrite /bump /= add1n binS natrD exprS.
  by move: (_ ^+ i) => e; ring.
rewrite sumrB addrA.
have -> : v 0%N + \sum_(i < d.+1) (-1) ^+ i.+1 * 'C(d, i.+1)%:R * v i.+1
   = \sum_(i < d.+1) (-1) ^+ i * 'C(d, i)%:R * v i.
  rewrite big_ord_recr /= bin_small // mulr0 mul0r addr0 big_ord_recl /= bin0 expr0 !mul1r.
  by congr (_ + _); apply: eq_bigr => i _.
by rewrite -sumrB; apply: eq_bigr => i _; rewrite mulrBr.
Qed.

Lemma jointB (u v : nat -> rat) d : joint (fun i => u i - v i) d = joint u d - joint v d.
Proof. by rewrite /joint -sumrB; apply: eq_bigr => i _; rewrite mulrBr. Qed.

(** Whether a given position of the query is an old one, of [d] different ones, or a new one. *)
Definition step (m : nat) (G : nat -> rat) (d : nat) : rat :=
  d%:R / m%:R * G d + (1 - d%:R / m%:R) * G d.+1.

Lemma joint_step m (v : nat -> rat) d : (0 < m)%N -> (d <= m)%N ->
  joint (fun j => (m - j)%:R / m%:R * (v j - v j.+1)) d = step m (joint v) d.
Proof.
move=> m0 dm; have mN : m%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
pose u i := v i - v i.+1.
have -> : joint (fun j => (m - j)%:R / m%:R * (v j - v j.+1)) d
   = joint u d - m%:R^-1 * \sum_(i < d.+1) (-1) ^+ i * (i * 'C(d, i))%:R * u i.
  rewrite /joint mulr_sumr -sumrB; apply: eq_bigr => -[i /= id] _.
  rewrite natrB ?mulrBl ?divff // -/(u i); last by lia.
  by rewrite natrM; move: (_ ^+ i) => e; ring.
have -> : \sum_(i < d.+1) (-1) ^+ i * (i * 'C(d, i))%:R * u i
   = - (d%:R * joint (fun i => v i.+1) d).
  case: d dm => [|d] _; first by rewrite big_ord1 mul0n mulr0 mul0r mul0r oppr0.
  rewrite joint_succ big_ord_recl /= mul0n mulr0 mul0r add0r /joint mulr_sumr -sumrN.
  apply: eq_bigr => i _; rewrite /bump /= add1n -mul_bin_diag natrM exprS -/(u i.+1) /=.
  by move: (_ ^+ i) (u i.+1) => e f; ring.
have E : joint v d.+1 = joint v d - joint (fun i => v i.+1) d by rewrite joint_succ jointB.
rewrite -joint_succ /step E; ring.
Qed.

Definition falls (m : nat) (G : nat -> rat) := forall d, (d < m)%N -> G d.+1 <= G d.

Lemma share_le1 d m : (d <= m)%N -> (0 : rat) <= 1 - d%:R / m%:R.
Proof.
move=> dm; have [->|m0] := posnP m; first by rewrite invr0 mulr0 subr0.
by rewrite subr_ge0 ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.

Lemma step_between m G d : falls m G -> (d < m)%N -> G d.+1 <= step m G d <= G d.
Proof.
move=> Gf dm; have Gd := Gf d dm; rewrite /step.
set t := d%:R / m%:R; have t0 : 0 <= t by rewrite divr_ge0 ?ler0n.
have t1 : 0 <= 1 - t by rewrite share_le1 // ltnW.
apply/andP; split; rewrite -subr_ge0.
  have -> : t * G d + (1 - t) * G d.+1 - G d.+1 = t * (G d - G d.+1) by ring.
  by rewrite mulr_ge0 // subr_ge0.
have -> : G d - (t * G d + (1 - t) * G d.+1) = (1 - t) * (G d - G d.+1) by ring.
by rewrite mulr_ge0 // subr_ge0.
Qed.

Lemma step_top m G : (0 < m)%N -> step m G m = G m.
Proof. by move=> m0; rewrite /step divff ?pnatr_eq0 -?lt0n // subrr mul0r addr0 mul1r. Qed.

Lemma step_falls m G : falls m G -> falls m (step m G).
Proof.
move=> Gf d dm; have /andP[lo _] := step_between Gf dm; apply: le_trans _ lo.
move: dm; rewrite leq_eqVlt => /orP[/eqP <-|dm]; first by rewrite step_top.
by case/andP: (step_between Gf dm).
Qed.

Lemma eq_step m G H : (0 < m)%N -> (forall d, (d <= m)%N -> G d = H d) ->
  forall d, (d <= m)%N -> step m G d = step m H d.
Proof.
move=> m0 GH d; rewrite leq_eqVlt => /orP[/eqP ->|dm]; first by rewrite !step_top ?GH.
by rewrite /step !GH // ltnW.
Qed.

Lemma eq_iter_step m k G H : (0 < m)%N -> (forall d, (d <= m)%N -> G d = H d) ->
  forall d, (d <= m)%N -> iter k (step m) G d = iter k (step m) H d.
Proof. by move=> m0 GH; elim: k => //= k IH d dm; apply: eq_step. Qed.

Lemma weighted_chain m k v : (0 < m)%N -> weighted m k v = iter k (step m) (joint v) 0%N.
Proof.
move=> m0; elim: k v => [|k IH] v.
  by rewrite /weighted big_ord1 a_S_empty //= /joint big_ord1 bin0 !mulr1.
rewrite weighted_step // IH iterSr; apply: eq_iter_step => // d dm.
exact: joint_step.
Qed.

(** f_S as a chain: the positions of the query one by one *)
Theorem f_S_chain m k n : (0 < m)%N ->
  f_S m k n = iter k (step m) (joint (fun j => ((m - j)%:R / m%:R) ^+ (n * k))) 0%N.
Proof.
move=> m0; rewrite -weighted_chain // /weighted.
rewrite /f_S (patterns_by_size (h := fun j => ((m - j)%:R / m%:R) ^+ k) (K := k)).
- by apply: eq_bigr => j _; rewrite -exprM mulnC.
- by move=> w _; rewrite (leq_trans (occupied_le_min w)) // geq_minl.
- by move=> c T _ _; exact: balls_miss.
Qed.

(** [N] balls cover the urns of [S]. *)
Lemma balls_cover m N (S : {set 'I_m}) :
  Pr (histories (predT : {pred 'I_m}) N) (fun w => S \subset bits_set (fun c => [set c]) w)
  = joint (fun j => ((m - j)%:R / m%:R) ^+ N) #|S|.
Proof.
apply: joint_covers => T; rewrite history_misses; congr (_ ^+ _).
rewrite /misses /Pr card_ord -cardsC_ord; congr (_%:R / _).
by apply: eq_card => c; rewrite !inE disjoint_sym disjoints_subset sub1set inE.
Qed.

Lemma set_of_size m d : (d <= m)%N -> exists S : {set 'I_m}, #|S| = d.
Proof.
move=> dm; exists [set widen_ord dm i | i : 'I_d].
by rewrite card_imset ?card_ord // => i j /(congr1 val) /= /val_inj.
Qed.

Lemma cover_falls m N : falls m (joint (fun j => ((m - j)%:R / m%:R) ^+ N)).
Proof.
move=> d dm; have [S Sd] := set_of_size dm.
have /card_gt0P[x xS] : (0 < #|S|)%N by rewrite Sd.
have Sx : #|S :\ x| = d by apply/eqP; rewrite -eqSS -Sd (cardsD1 x S) xS.
have E1 := balls_cover N S; have E2 := balls_cover N (S :\ x); rewrite Sd in E1; rewrite Sx in E2.
rewrite -E1 -E2 !PrE; apply: Ex_le => w _; rewrite ler_nat.
case: (boolP (S \subset _)) => // sub.
by rewrite (subset_trans _ sub) // subsetDl.
Qed.

Lemma cover_rises m d : (0 < m)%N -> (d <= m)%N ->
  {homo (fun N => joint (fun j => ((m - j)%:R / m%:R) ^+ N) d) : i j / (i <= j)%N >-> i <= j}.
Proof.
move=> m0 dm i j /subnK <-; have [S Sd] := set_of_size dm; rewrite -!Sd.
elim: (j - i)%N => [//|e IH]; apply: le_trans IH _.
by rewrite addSn -!balls_cover; apply: covered_items; rewrite card_ord.
Qed.

(** A ball in m + 1 urns either takes the last one or falls into m. *)
Lemma cover_more_bits m N d : (0 < m)%N -> (d <= m)%N ->
  joint (fun j => ((m.+1 - j)%:R / m.+1%:R) ^+ N) d <= joint (fun j => ((m - j)%:R / m%:R) ^+ N) d.
Proof.
move=> m0 dm; pose p : rat := m%:R / m.+1%:R.
have mN : m%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
have m1N : m.+1%:R != 0 :> rat by rewrite pnatr_eq0.
have p01 : 0 <= p <= 1.
  by rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have := mix_max N p01 (cover_rises m0 dm); apply: le_trans.
rewrite mixE le_eqVlt; apply/orP; left; apply/eqP.
rewrite /joint; under [RHS]eq_bigr => i _ do rewrite mulr_sumr.
rewrite exchange_big /=; apply: eq_bigr => -[j /= jd] _.
have -> : (m.+1 - j)%:R / m.+1%:R = (1 - p) + p * ((m - j)%:R / m%:R) :> rat.
  rewrite !natrB; [|lia|lia]; rewrite /p.
  have E : m.+1%:R = m%:R + 1 :> rat by rewrite -addn1 natrD.
  by rewrite E in m1N *; field; rewrite mN m1N.
rewrite exprDn mulr_sumr; apply: eq_bigr => i _.
by rewrite exprMn -mulr_natl; move: (_ ^+ j) (_ ^+ (N - i)) (_ ^+ i) (_ ^+ i) => e f g h; ring.
Qed.

(** The rate of a standard filter does not rise with its bits. *)
Theorem f_S_falls_bits m k n : (0 < m)%N -> f_S m.+1 k n <= f_S m k n.
Proof.
move=> m0; rewrite !f_S_chain //.
set a := joint _; set b := joint (fun j => ((m - j)%:R / m%:R) ^+ (n * k)).
have a_falls : forall i, falls m.+1 (iter i (step m.+1) a).
  by elim=> [|i IH]; [exact: cover_falls | exact: step_falls].
suff le i : forall d, (d <= m)%N -> iter i (step m.+1) a d <= iter i (step m) b d by exact: le.
elim: i => [|i IH] d dm /=; first exact: cover_more_bits.
set A := iter i _ a; set B := iter i _ b.
move: dm; rewrite leq_eqVlt => /orP[/eqP ->|dm].
  rewrite step_top //; apply: le_trans (IH m (leqnn m)).
  by case/andP: (step_between (a_falls i) (ltnSn m)).
apply: (@le_trans _ _ (step m A d)).
  have Ad := a_falls i d (leqW dm); rewrite -/A in Ad.
  rewrite /step -subr_ge0.
  set t := d%:R / m%:R; set t' := d%:R / m.+1%:R.
  have -> : t * A d + (1 - t) * A d.+1 - (t' * A d + (1 - t') * A d.+1)
     = (t - t') * (A d - A d.+1) by ring.
  rewrite mulr_ge0 ?subr_ge0 //.
  by rewrite ler_wpmul2l ?ler0n // lef_pinv ?posrE ?ltr0n // ler_nat.
rewrite /step ler_add // ler_wpmul2l ?share_le1 ?divr_ge0 ?ler0n ?IH // ltnW //.
Qed.

(** Theorem 3, second part: the rate of a blocked filter does not rise with its blocks. *)
Theorem block_rate_falls_blocks (B C : finType) (O : {pred C}) (s : C -> {set B}) b b' n :
  (0 < #|O|)%N -> (0 < b)%N -> (b <= b')%N ->
  block_rate O s b' n <= block_rate O s b n.
Proof.
move=> O0 b0 bb; have b'0 := leq_trans b0 bb.
rewrite !blocks_mixture // -!mixE; apply: mix_mono.
- by rewrite divr_ge0 ?ler0n.
- by rewrite !div1r lef_pinv ?posrE ?ltr0n // ler_nat.
- by rewrite div1r invf_le1 ?ltr0n // ler1n.
- by move=> i j ij; apply: rate_rises_items.
Qed.
