(** Theorem T of docs/paper/best-hashes.md: when k hashes are no better than j, decided without a rate.

    The proof by hand raises b(a) to the power k/j. Here all exponents are whole: the convex function
    h is needed at its tangent only, and the tangent comes from the inequality of means. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates blocks bounds monotony best_hashes.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The moments of the share of occupied urns *)

(** p_m(N, j) = E A^j, A the share of [m] urns that [N] balls occupy *)
Definition share_moment (m N j : nat) : rat :=
  iter N (step m) (fun x => (x%:R / m%:R) ^+ j) 0%N.

Lemma share_momentE m N j : (0 < m)%N ->
  share_moment m N j
  = Ex predT (fun w : {ffun 'I_N -> 'I_m} => (#|occupied w|%:R / m%:R) ^+ j).
Proof.
move=> m0; have := balls_chain m0 N set0 (fun x => (x%:R / m%:R) ^+ j).
rewrite cards0 => E; rewrite /share_moment -E.
by apply: eq_Ex => w _; rewrite set0U.
Qed.

(** The same by the [j] positions of a query. *)
Lemma share_moment_query m N j : (0 < m)%N ->
  share_moment m N j = iter j (step m) (joint (fun i => ((m - i)%:R / m%:R) ^+ N)) 0%N.
Proof.
move=> m0; rewrite share_momentE //.
pose inside (c : {ffun 'I_j -> 'I_m}) (w : {ffun 'I_N -> 'I_m}) : rat :=
  (occupied c \subset occupied w)%:R.
rewrite (eq_Ex (g := fun w => Ex predT (fun c => inside c w))) => [|w _]; last first.
  by rewrite -PrE -(positions_within j (occupied w)).
rewrite Ex_swap (eq_Ex (g := fun c => joint (fun i => ((m - i)%:R / m%:R) ^+ N) #|occupied c|)).
  have := balls_chain m0 j set0 (joint (fun i => ((m - i)%:R / m%:R) ^+ N)).
  rewrite cards0 => <-.
  by apply: eq_Ex => w _; rewrite set0U.
by move=> c _; rewrite -PrE; apply: joint_covers; exact: balls_miss.
Qed.

Lemma share_moment_falls_bits m N j : (0 < m)%N -> share_moment m.+1 N j <= share_moment m N j.
Proof. by move=> m0; rewrite !share_moment_query //; exact: chain_falls_bits. Qed.

Lemma eq_iter_all m N (G H : nat -> rat) d : G =1 H -> iter N (step m) G d = iter N (step m) H d.
Proof. by move=> GH; elim: N d => [|N IH] d /=; [exact: GH | rewrite /step !IH]. Qed.

Lemma iter_step_lin m N (a b : rat) (G H : nat -> rat) d :
  iter N (step m) (fun x => a * G x + b * H x) d
  = a * iter N (step m) G d + b * iter N (step m) H d.
Proof.
elim: N d => //= N IH d; rewrite /step !IH.
move: (iter _ _ _ d) (iter _ _ _ d.+1) (iter _ _ _ d) (iter _ _ _ d.+1) => g g' h h'; ring.
Qed.

(** An urn that stays empty: the balls fall into the others. *)
Lemma iter_step_empty m N (G : nat -> rat) d : (0 < m)%N ->
  iter N (step m.+1) (fun x => (1 - x%:R / m.+1%:R) * G x) d
  = (1 - d%:R / m.+1%:R) * (m%:R / m.+1%:R) ^+ N * iter N (step m) G d.
Proof.
move=> m0; have mN : m%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
have MN : m.+1%:R != 0 :> rat by rewrite pnatr_eq0.
elim: N d => [|N IH] d; first by rewrite expr0 mulr1.
rewrite !iterS {1}/step !IH exprS /step.
have E e : e.+1%:R = e%:R + 1 :> rat by rewrite -addn1 natrD.
rewrite !E in MN *; move: (iter _ _ _ d) (iter _ _ _ d.+1) (_ ^+ N) => u v e.
by field; rewrite mN MN.
Qed.

(** E (1 − A)·A^j = q^(N+j) times the moment of one urn less. *)
Lemma share_moment_gap m N j : (0 < m)%N ->
  share_moment m.+1 N j - share_moment m.+1 N j.+1
  = y m.+1 ^+ (N + j) * share_moment m N j.
Proof.
move=> m0; have mN : m%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
have -> : y m.+1 = m%:R / m.+1%:R by rewrite /y subn1.
transitivity (iter N (step m.+1)
   (fun x => (1 - x%:R / m.+1%:R) * ((m%:R / m.+1%:R) ^+ j * (x%:R / m%:R) ^+ j)) 0%N).
  rewrite -[LHS](_ : 1 * share_moment m.+1 N j + -1 * share_moment m.+1 N j.+1 = _); last by ring.
  rewrite -iter_step_lin; apply: eq_iter_all => x.
  rewrite -exprMn (_ : m%:R / m.+1%:R * (x%:R / m%:R) = x%:R / m.+1%:R); last first.
    by rewrite mulrC mulrA divfK.
  by rewrite [_ ^+ j.+1]exprS; move: (_ ^+ j) => e; ring.
rewrite iter_step_empty // mul0r subr0 mul1r exprD -mulrA; congr (_ * _).
rewrite -[RHS]addr0 -[X in _ = _ + X](mul0r (share_moment m N j)) -iter_step_lin.
by apply: eq_iter_all => x; rewrite mul0r addr0.
Qed.

(** ** A tangent by whole powers *)

Lemma tangent (a b : rat) j : 0 <= a -> 0 <= b ->
  a ^+ j.+1 + j.+1%:R * a ^+ j * (b - a) <= b ^+ j.+1.
Proof.
move=> a0 b0; elim: j => [|j IH]; first by rewrite !expr1 expr0 !mul1r addrC subrK.
apply: le_trans (_ : b * (a ^+ j.+1 + j.+1%:R * a ^+ j * (b - a)) <= _); last first.
  by rewrite [b ^+ j.+2]exprS ler_wpmul2l.
rewrite -subr_ge0.
have -> : b * (a ^+ j.+1 + j.+1%:R * a ^+ j * (b - a))
   - (a ^+ j.+2 + j.+2%:R * a ^+ j.+1 * (b - a)) = j.+1%:R * a ^+ j * (b - a) ^+ 2.
  rewrite !exprS -[j.+2]addn1 natrD; move: (a ^+ j) (j.+1%:R) => e n; ring.
by rewrite mulr_ge0 ?sqr_ge0 ?mulr_ge0 ?exprn_ge0 ?ler0n.
Qed.

(** Where v^j ≤ b(v)^k for the line b(a) = 1 − Q(1 − a), a multiple s ≥ 0 of a^(j−1)·(v − a) is below
    b(a)^k − a^j for every a. *)
Lemma line_below (Q v : rat) j k : (0 < j <= k)%N -> 0 <= Q -> Q <= 1 -> 0 < v -> v < 1 ->
  v ^+ j <= (1 - Q * (1 - v)) ^+ k ->
  exists2 s, 0 <= s & forall a, 0 <= a ->
    0 <= 1 - Q * (1 - a) ->
    a ^+ j + s * (v * a ^+ j.-1 - a ^+ j) <= (1 - Q * (1 - a)) ^+ k.
Proof.
case: j => [//|j] /andP[_ jk] Q0 Q1 v0 v1; set be := 1 - Q * (1 - v) => vb.
have vbe : v <= be.
  rewrite -subr_ge0 (_ : be - v = (1 - Q) * (1 - v)); last by rewrite /be; ring.
  by apply: mulr_ge0; rewrite subr_ge0 // ltW.
have be0 := lt_le_trans v0 vbe; have k0 : (0 < k)%N by lia.
have kN : 0 < k%:R :> rat by rewrite ltr0n.
have jN : 0 < j.+1%:R :> rat by rewrite ltr0n.
have vN : v != 0 by rewrite gt_eqF. have beN : be != 0 by rewrite gt_eqF.
pose s := 1 - k%:R * Q * v / (j.+1%:R * be).
have s0 : 0 <= s.
  rewrite subr_ge0 ler_pdivr_mulr ?mulr_gt0 // mul1r leNgt; apply/negP => big.
  have := means jk k0 (ltW (_ : 0 < v^-1)); rewrite invr_gt0 => /(_ v0) M.
  have step1 : ((k - j.+1)%:R + j.+1%:R * v^-1) / k%:R < be^-1.
    rewrite ltr_pdivr_mulr // -(ltr_pmul2r (mulr_gt0 v0 be0)) -subr_gt0 natrB //.
    have -> : be^-1 * k%:R * (v * be) = k%:R * v by field.
    have -> : (k%:R - j.+1%:R + j.+1%:R * v^-1) * (v * be)
              = (k%:R - j.+1%:R) * v * be + j.+1%:R * be by field.
    have -> : k%:R * v - ((k%:R - j.+1%:R) * v * be + j.+1%:R * be)
              = (1 - v) * (k%:R * Q * v - j.+1%:R * be) by rewrite /be; ring.
    by rewrite mulr_gt0 ?subr_gt0.
  have nonneg : 0 <= ((k - j.+1)%:R + j.+1%:R * v^-1) / k%:R :> rat.
    apply: divr_ge0; rewrite ?ler0n //; apply: addr_ge0; rewrite ?ler0n //.
    by apply: mulr_ge0; rewrite ?ler0n // invr_ge0 ltW.
  have := ltr_expn2r k nonneg step1; rewrite -lt0n k0 => lt.
  have := le_lt_trans M lt; rewrite !exprVn ltf_pinv ?posrE ?exprn_gt0 // ltNge.
  by rewrite vb.
exists (j.+1%:R * s); first by rewrite mulr_ge0 ?ler0n.
move=> a a0 b0; set w := a / v; have w0 : 0 <= w by apply: divr_ge0 => //; exact: ltW.
have aE : a = v * w by rewrite mulrCA mulfV ?mulr1.
pose z := w + s * (1 - w).
have s1 : 0 <= 1 - s.
  rewrite /s subKr; apply: divr_ge0; last by apply: mulr_ge0; rewrite ?ler0n // ltW.
  by apply: mulr_ge0; [apply: mulr_ge0; rewrite ?ler0n | exact: ltW].
have z0 : 0 <= z.
  rewrite (_ : z = (1 - s) * w + s); last by rewrite /z; ring.
  by apply: addr_ge0 => //; exact: mulr_ge0.
have zE : ((k - j.+1)%:R + j.+1%:R * z) / k%:R = (1 - Q * (1 - a)) / be.
  have -> : z = 1 + (1 - s) * (w - 1) by rewrite /z; ring.
  rewrite natrB // /s subKr aE.
  have jN' : j.+1%:R != 0 :> rat by rewrite gt_eqF.
  have kN' : k%:R != 0 :> rat by rewrite gt_eqF.
  have -> : 1 - Q * (1 - v * w) = be + Q * v * (w - 1) by rewrite /be; ring.
  clear -jN' kN' beN; move: be beN (j.+1%:R) jN' (k%:R) kN' => be beN J JN K KN.
  by field; rewrite beN JN KN.
have M := means jk k0 z0; rewrite zE expr_div_n ler_pdivl_mulr ?exprn_gt0 // in M.
apply: le_trans _ M; apply: (@le_trans _ _ (v ^+ j.+1 * z ^+ j.+1)); last first.
  by rewrite mulrC ler_wpmul2l // exprn_ge0.
apply: le_trans (ler_wpmul2l (exprn_ge0 _ (ltW v0)) (tangent j w0 z0)).
have -> : z - w = s * (1 - w) by rewrite /z; ring.
clearbody s w; rewrite aE /= !exprMn !exprS; move: (v ^+ j) (w ^+ j) => e f.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

(** ** Theorem T *)

Lemma f_S_share m k n : (0 < m)%N -> f_S m k n = share_moment m (n * k) k.
Proof. by move=> m0; rewrite f_S_balls. Qed.

(** v = 1 − q^(N+j−1) is at least the ratio of the moments j and j − 1. *)
Lemma share_moment_ratio m N j : (1 < m)%N ->
  share_moment m N j.+1 <= (1 - y m ^+ (N + j)) * share_moment m N j.
Proof.
case: m => [|m] //; rewrite ltnS => m0.
rewrite mulrBl mul1r ler_subr_addr -ler_subr_addl share_moment_gap //.
by rewrite ler_wpmul2l ?exprn_ge0 ?y_ge0 // share_moment_falls_bits.
Qed.

Lemma f_S_no_item m k : (0 < k)%N -> f_S m k 0 = 0.
Proof.
move=> k0; rewrite /f_S rate_query (eq_Ex (g := fun _ => 0 * 1)) ?ExZ ?mul0r // => c _.
rewrite PrE (eq_Ex (g := fun _ => 0 * 1)) ?ExZ ?mul0r // => w _.
rewrite (_ : bits_set _ w = set0) ?subset0; last by rewrite /bits_set big_ord0.
rewrite (_ : (occupied c == set0) = false) ?mul0r //; apply/negP => /eqP E.
have : c (Ordinal k0) \in occupied c by apply: imset_f.
by rewrite E inE.
Qed.

(** Theorem T: if (1 − q^(nk+j−1))^k ≥ (1 − q^(nj+j−1))^j then f_S(k) ≥ f_S(j), where j ≤ k. *)
Theorem theorem_T m n j k : (0 < m)%N -> (0 < j <= k)%N ->
  (1 - y m ^+ (n * j + j.-1)) ^+ j <= (1 - y m ^+ (n * k + j.-1)) ^+ k ->
  f_S m j n <= f_S m k n.
Proof.
move=> m0 /andP[j0 jk] cond; have k0 := leq_trans j0 jk.
have f0 i : 0 <= f_S m i n by exact: Pr_ge0.
have [->|n0] := posnP n; first by rewrite !f_S_no_item.
have q0 := y_ge0 m; have q1 := y_le1 m0.
have [m1|m1] := leqP m 1.
  have y0 : y m = 0 by rewrite /y (_ : m - 1 = 0)%N ?mul0r //; lia.
  apply: (@le_trans _ _ 1); first exact: Pr_le1.
  apply: le_trans (M_le_f_S n m0 k); rewrite y0 expr0n muln_eq0.
  by rewrite (gtn_eqF n0) (gtn_eqF k0) subr0 expr1n.
set N := (n * j)%N in cond *; set v := 1 - y m ^+ (N + j.-1) in cond.
have ratio : share_moment m N j <= v * share_moment m N j.-1.
  by have := share_moment_ratio N j.-1 m1; rewrite prednK.
have y1 : y m < 1.
  by rewrite /y ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat; lia.
have yp : 0 < y m by rewrite /y divr_gt0 ?ltr0n ?subn_gt0.
have N0 : (0 < N + j.-1)%N by rewrite addn_gt0 muln_gt0 n0 j0.
have v0 : 0 < v by rewrite subr_gt0 exprn_ilt1 // -lt0n.
have v1 : v < 1 by rewrite /v ltr_subl_addr ltr_addl exprn_gt0.
set Q := y m ^+ (n * (k - j)).
have Q0 : 0 <= Q by rewrite exprn_ge0.
have Q1 : Q <= 1 by rewrite exprn_ile1.
have be : 1 - Q * (1 - v) = 1 - y m ^+ (n * k + j.-1).
  rewrite /v subKr /Q -exprD; congr (1 - _ ^+ _).
  by rewrite addnA -mulnDr subnK.
rewrite -be in cond.
have jk' : (0 < j <= k)%N by rewrite j0.
have [s s0 line] := line_below jk' Q0 Q1 v0 v1 cond.
rewrite (f_S_share j n m0) -/N f_S_balls //.
have -> : (n * k = N + n * (k - j))%N by rewrite -mulnDr subnKC.
rewrite iterD.
apply: (@le_trans _ _ (iter N (step m)
   (fun x => 1 * (x%:R / m%:R) ^+ j
             + s * (v * (x%:R / m%:R) ^+ j.-1 + -1 * (x%:R / m%:R) ^+ j)) 0%N)).
  rewrite iter_step_lin mul1r iter_step_lin -!/(share_moment _ _ _).
  by rewrite ler_addl mulr_ge0 // mulN1r subr_ge0.
apply: iter_step_le => // d dm; set a := d%:R / m%:R.
have a0 : 0 <= a by exact: share_ge0.
have a1 : 0 <= 1 - a by exact: share_le1.
apply: le_trans (iter_step_power m0 _ k (share_ge0 m) dm); rewrite iter_step_mean // -/Q -/a.
rewrite mul1r mulN1r; apply: line => //.
by rewrite subr_ge0; apply: mulr_ile1 => //; rewrite ler_subl_addr ler_addl.
Qed.
