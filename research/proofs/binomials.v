(** Sums over subsets, and alternating sums of binomial coefficients that are cut off anywhere. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Sums over the subsets of a set *)

Lemma sum_subsets_card (B : finType) (D : {set B}) (F : nat -> rat) :
  \sum_(T : {set B} | T \subset D) F #|T| = \sum_(j < #|D|.+1) 'C(#|D|, j)%:R * F j.
Proof.
pose size (T : {set B}) : 'I_#|D|.+1 := inord #|T|.
have sizeE (T : {set B}) : T \subset D -> size T = #|T| :> nat.
  by move=> TD; rewrite inordK // ltnS subset_leq_card.
rewrite (partition_big size xpredT) //=; apply: eq_bigr => j _.
rewrite (eq_bigr (fun _ => F j)); last first.
  by move=> T /andP[TD /eqP <-]; rewrite sizeE.
rewrite sumr_const -cards_draws mulr_natl; congr (_ *+ _).
apply: eq_card => T; rewrite !inE unfold_in /=.
by have [TD|//] := boolP (T \subset D); rewrite -val_eqE /= sizeE.
Qed.

(** Σ (−1)^i C(N,i), cut off after [u] + 1 terms. *)
Lemma alternating_partial N u :
  \sum_(i < u.+1) (-1) ^+ i * 'C(N.+1, i)%:R = (-1) ^+ u * 'C(N, u)%:R :> rat.
Proof.
elim: u => [|u IH]; first by rewrite big_ord1 !bin0.
by rewrite big_ord_recr /= IH binS natrD !exprS; ring.
Qed.

Lemma alternating_full N : \sum_(i < N.+1) (-1) ^+ i * 'C(N, i)%:R = (N == 0)%N%:R :> rat.
Proof.
case: N => [|N]; first by rewrite big_ord1.
by rewrite alternating_partial bin_small ?mulr0.
Qed.

(** Inclusion and exclusion: [A] lies within [U] or it does not. *)
Lemma subset_indicator (B : finType) (A U : {set B}) :
  (A \subset U)%:R = \sum_(T : {set B} | T \subset A) (-1) ^+ #|T| * [disjoint T & U]%:R :> rat.
Proof.
transitivity (\sum_(T : {set B} | T \subset A :\: U) (-1) ^+ #|T| : rat).
  rewrite (sum_subsets_card _ (fun j => (-1) ^+ j)).
  rewrite (eq_bigr (fun j : 'I_ _ => (-1) ^+ j * 'C(#|A :\: U|, j)%:R)).
    by rewrite alternating_full cards_eq0 setD_eq0.
  by move=> j _; rewrite mulrC.
rewrite big_mkcond [RHS]big_mkcond /=; apply: eq_bigr => T _.
rewrite subsetD; case: (T \subset A) => //=.
by case: [disjoint T & U]; rewrite ?mulr1 ?mulr0.
Qed.

(** ** Bonferroni: what is left of a sum that was cut off *)

(** P(Y = y) from binomial moments, the terms y ≤ r < t. *)
Definition point_weight (y r : nat) : rat := (-1) ^+ (r - y) * 'C(r, y)%:R.

(** P(Y ≥ y) for y ≥ 1 from binomial moments. *)
Definition tail_weight (y r : nat) : rat := (-1) ^+ (r - y) * 'C(r.-1, y.-1)%:R.

Lemma bin_revision x r y : (y <= r <= x -> 'C(r, y) * 'C(x, r) = 'C(x, y) * 'C(x - y, r - y))%N.
Proof.
case/andP=> yr rx; have yx := leq_trans yr rx.
have := bin_fact rx; have := bin_fact yr; have := bin_fact yx.
have : (r - y <= x - y)%N by rewrite leq_sub2r.
move/bin_fact; have -> : (x - y - (r - y) = x - r)%N by lia.
have := fact_gt0 y; have := fact_gt0 (r - y); have := fact_gt0 (x - r).
set a := y`!; set b := (r - y)`!; set c := (x - r)`!; move=> c0 b0 a0 E1 E2 E3 E4.
apply/eqP; rewrite -(eqn_pmul2r (_ : 0 < a * b * c)%N) ?muln_gt0 ?a0 ?b0 ?c0 //.
apply/eqP; nia.
Qed.

Lemma point_sum_le y t x : (y <= t)%N ->
  0 <= (-1) ^+ (t - y) * ((x == y)%:R - \sum_(y <= r < t) point_weight y r * 'C(x, r)%:R)
    <= 'C(t, y)%:R * 'C(x, t)%:R.
Proof.
move=> yt; have [xy|yx] := ltnP x y.
  rewrite (_ : (x == y) = false) ?(ltn_eqF xy) // big_nat big1 ?subr0 ?mulr0 ?lexx.
    by rewrite mulr_ge0 ?ler0n.
  by move=> r /andP[yr _]; rewrite [X in _ * X%:R]bin_small ?mulr0 // (leq_trans xy).
have [u tE] : exists u, t = (u + y)%N by exists (t - y)%N; rewrite subnK.
have [N xE] : exists N, x = (N + y)%N by exists (x - y)%N; rewrite subnK.
rewrite {t yt}tE {yx}xE addnK.
have -> : \sum_(y <= r < u + y) point_weight y r * 'C(N + y, r)%:R
        = 'C(N + y, y)%:R * \sum_(s < u) (-1) ^+ s * 'C(N, s)%:R.
  rewrite -{1}[y]add0n big_addn addnK mulr_sumr big_mkord.
  apply: eq_bigr => s _; rewrite /point_weight addnK.
  rewrite -mulrA -natrM mulrCA -natrM; congr (_ * _%:R).
  have [sN|Ns] := leqP s N; first by rewrite bin_revision ?leq_addl ?leq_add2r ?sN // !addnK.
  by rewrite [in LHS](@bin_small (N + y)) ?ltn_add2r // [in RHS](@bin_small N) // !muln0.
have T : ('C(u + y, y) * 'C(N + y, u + y) = 'C(N + y, y) * 'C(N, u))%N.
  have [uN|Nu] := leqP u N; first by rewrite bin_revision ?leq_addl ?leq_add2r ?uN // !addnK.
  by rewrite (@bin_small (N + y)) ?ltn_add2r // (@bin_small N) // !muln0.
rewrite -natrM T natrM (_ : (N + y == y)%N = (N == 0)%N); last by lia.
case: u {T} => [|u].
  rewrite big_ord0 mulr0 subr0 mul1r bin0 mulr1 ler0n.
  by case: eqP => [->|_] /=; rewrite ?binn ?ler0n.
case: N => [|N].
  rewrite big_ord_recl bin0 big1 => [|s _]; last by rewrite bin_small ?mulr0.
  by rewrite !add0n binn addr0 !mulr1 subrr mulr0 lexx.
rewrite alternating_partial sub0r exprS mulN1r.
set e := (-1) ^+ u; have e2 : e * e = 1 :> rat by rewrite -expr2 sqrr_sign.
rewrite (_ : - e * _ = e * e * ('C(N.+1 + y, y)%:R * 'C(N, u)%:R)); last by ring.
rewrite e2 mul1r mulr_ge0 ?ler0n //= ler_pmul2l ?ler_nat ?binS ?leq_addl //.
by rewrite ltr0n bin_gt0 leq_addl.
Qed.

Lemma tail_sum_le y t x : (0 < y <= t)%N ->
  0 <= (-1) ^+ (t - y) * ((y <= x)%:R - \sum_(y <= r < t) tail_weight y r * 'C(x, r)%:R)
    <= 'C(t.-1, y.-1)%:R * 'C(x, t)%:R.
Proof.
case: y => [//|y]; case: t => [|t] /andP[_ yt] //; rewrite /= subSS.
elim: x => [|x IH].
  rewrite big_nat big1 => [|[|r] // _]; last by rewrite bin0n mulr0.
  by rewrite subr0 mulr0 lexx mulr_ge0 ?ler0n.
have -> : (-1) ^+ (t - y) * ((y < x.+1)%:R
      - \sum_(y.+1 <= r < t.+1) tail_weight y.+1 r * 'C(x.+1, r)%:R)
    = (-1) ^+ (t - y) * ((y < x)%:R - \sum_(y.+1 <= r < t.+1) tail_weight y.+1 r * 'C(x, r)%:R)
    + (-1) ^+ (t - y) * ((x == y)%:R - \sum_(y <= r < t) point_weight y r * 'C(x, r)%:R) :> rat.
  have -> : \sum_(y.+1 <= r < t.+1) tail_weight y.+1 r * 'C(x.+1, r)%:R
     = \sum_(y.+1 <= r < t.+1) tail_weight y.+1 r * 'C(x, r)%:R
     + \sum_(y <= r < t) point_weight y r * 'C(x, r)%:R.
    rewrite !big_add1 /= -big_split /=; apply: eq_bigr => r _.
    by rewrite /tail_weight /point_weight /= subSS binS natrD mulrDr.
  have -> : (y < x.+1)%:R = (y < x)%:R + (x == y)%:R :> rat.
    by rewrite ltnS leq_eqVlt eq_sym; case: ltngtP => //=; rewrite ?addr0 ?add0r.
  by rewrite -mulrDr; congr (_ * _); ring.
case/andP: IH => a1 a2; case/andP: (@point_sum_le y t x yt) => b1 b2.
by rewrite addr_ge0 //= binS natrD [X in _ <= X]mulrDr ler_add.
Qed.

(** ** The same for the mean over a finite set of outcomes *)

Section Moments.

Variables (T : finType) (O : {pred T}) (X : T -> nat).

(** The binomial moment E C(X, r). *)
Definition binomial_moment (r : nat) : rat := Ex O (fun w => 'C(X w, r)%:R).

Lemma binomial_moment_ge0 r : 0 <= binomial_moment r.
Proof. by apply: Ex_ge0 => w _; rewrite ler0n. Qed.

(** Bonferroni: cut off before the term [t], the sum for P(X = y) is off by at most that term, and
    the error has the sign of that term. *)
Theorem bonferroni_point y t : (y <= t)%N ->
  0 <= (-1) ^+ (t - y) * (Pr O (fun w => X w == y)
                          - \sum_(y <= r < t) point_weight y r * binomial_moment r)
    <= 'C(t, y)%:R * binomial_moment t.
Proof.
move=> yt.
have -> : (-1) ^+ (t - y) * (Pr O (fun w => X w == y)
            - \sum_(y <= r < t) point_weight y r * binomial_moment r)
  = Ex O (fun w => (-1) ^+ (t - y) * ((X w == y)%:R
            - \sum_(y <= r < t) point_weight y r * 'C(X w, r)%:R)).
  rewrite ExZ ExB PrE Ex_sum; congr (_ * (_ - _)); apply: eq_bigr => r _.
  by rewrite ExZ.
rewrite -ExZ Ex_ge0 ?Ex_le // => w _; by case/andP: (@point_sum_le y t (X w) yt).
Qed.

(** The same for P(X ≥ y), y ≥ 1. *)
Theorem bonferroni_tail y t : (0 < y <= t)%N ->
  0 <= (-1) ^+ (t - y) * (Pr O (fun w => y <= X w)%N
                          - \sum_(y <= r < t) tail_weight y r * binomial_moment r)
    <= 'C(t.-1, y.-1)%:R * binomial_moment t.
Proof.
move=> yt.
have -> : (-1) ^+ (t - y) * (Pr O (fun w => y <= X w)%N
            - \sum_(y <= r < t) tail_weight y r * binomial_moment r)
  = Ex O (fun w => (-1) ^+ (t - y) * ((y <= X w)%:R
            - \sum_(y <= r < t) tail_weight y r * 'C(X w, r)%:R)).
  rewrite ExZ ExB PrE Ex_sum; congr (_ * (_ - _)); apply: eq_bigr => r _.
  by rewrite ExZ.
rewrite -ExZ Ex_ge0 ?Ex_le // => w _; by case/andP: (@tail_sum_le y t (X w) yt).
Qed.

Section Whole.

Variable top : nat.
Hypothesis X_le : {in O, forall w, X w <= top}%N.

Lemma binomial_moment_above : binomial_moment top.+1 = 0.
Proof.
rewrite /binomial_moment (eq_Ex (g := fun _ => 0 * 1)) ?ExZ ?mul0r // => w /X_le Xw.
by rewrite bin_small ?mul0r.
Qed.

(** The whole sums: the distribution from its binomial moments. *)
Theorem point_from_moments y : (y <= top)%N ->
  Pr O (fun w => X w == y) = \sum_(y <= r < top.+1) point_weight y r * binomial_moment r.
Proof.
move=> yt; have := @bonferroni_point y top.+1 (leqW yt).
rewrite binomial_moment_above mulr0 -eq_le eq_sym mulf_eq0 signr_eq0 /= subr_eq0.
by move/eqP.
Qed.

Theorem tail_from_moments y : (0 < y <= top)%N ->
  Pr O (fun w => y <= X w)%N = \sum_(y <= r < top.+1) tail_weight y r * binomial_moment r.
Proof.
case/andP=> y0 yt; have := @bonferroni_tail y top.+1.
rewrite y0 leqW // => /(_ isT).
rewrite binomial_moment_above mulr0 -eq_le eq_sym mulf_eq0 signr_eq0 /= subr_eq0.
by move/eqP.
Qed.

End Whole.

End Moments.

(** E C(|V|, r) counts the sets of size [r] that lie within [V]. *)
Lemma binomial_moment_sets (T B : finType) (O : {pred T}) (V : T -> {set B}) r :
  binomial_moment O (fun w => #|V w|) r
  = \sum_(S : {set B} | #|S| == r) Pr O (fun w => S \subset V w).
Proof.
transitivity (\sum_(S : {set B} | #|S| == r) Ex O (fun w => (S \subset V w)%:R)); last first.
  by apply: eq_bigr => S _; rewrite PrE.
rewrite -Ex_sum; apply: eq_Ex => w _.
rewrite -cards_draws -sum1_card natr_sum big_mkcond [RHS]big_mkcond /=.
by apply: eq_bigr => S _; rewrite inE; case: eqP; rewrite ?andbF ?andbT //; case: ifP.
Qed.
