(** Printed claims of the paper that are false, each by a small instance worked out exactly. The
    letters and numbers are those of docs/paper/ledger.md; refutations.v has the conjectures. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates blocks bounds refutations.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Occupancy *)

(** The law of the union of [n] committees of [k], and of what [n] lists of [k] share. *)
Definition union_of (m n k i : nat) : rat :=
  Pr (committees m (fun _ : 'I_n => k)) (fun w => #|union w| == i).
Definition shared_of (m n k i : nat) : rat :=
  Pr (committees m (fun _ : 'I_n => k)) (fun w => #|shared w| == i).

(** E1: P(X∩ = i) is not P(X∪ = m − i) with the same sizes: one urn and one list of no urns. *)
Theorem complement_with_the_same_sizes_is_false : shared_of 1 1 0 0 = 1 /\ union_of 1 1 0 1 = 0.
Proof.
split; first by rewrite /shared_of lists_law // unlock /= /point_weight /lists_joint !big_ord_recr !big_ord0.
by rewrite /union_of committee_law // !big_ord_recr big_ord0.
Qed.

Lemma mean_of m n k : (k <= m)%N -> (0 < m)%N ->
  Ex (committees m (fun _ : 'I_n => k)) (fun w => #|union w|%:R) = mu m n k.
Proof. exact: mean_union. Qed.

(** The variance of the number of urns in [n] committees of [k] *)
Definition variance (m n k : nat) : rat :=
  Ex (committees m (fun _ : 'I_n => k)) (fun w => #|union w|%:R ^+ 2) - mu m n k ^+ 2.

Lemma varianceE m n k :
  variance m n k = \sum_(i < m.+1) union_of m n k i * i%:R ^+ 2 - mu m n k ^+ 2.
Proof.
rewrite /variance (Ex_comp (fun i => i%:R ^+ 2) (n := m)) // => w _.
exact: (occupied_le (@union m n)).
Qed.

(** E2: the printed variance is negative for two balls in two urns. *)
Theorem printed_variance_is_false :
  let printed (m n k : nat) : rat := mu m n k * (1 - mu m n k + (m - 1)%:R * (1 - k%:R / (m - 1)%:R) ^+ n) in
  printed 2%N 2%N 1%N = - (3%:R / 4%:R) /\ variance 2 2 1 = 1 / 4%:R.
Proof.
split; first by [].
rewrite varianceE !big_ord_recr big_ord0 /= /union_of !committee_law //.
by rewrite !big_ord_recr !big_ord0.
Qed.

(** E3: the printed mean is that of n batches of k balls, not of "k batches of n balls". *)
Theorem printed_batches_are_exchanged :
  mu 2 1 2 = 2%:R
  /\ Ex (committees 2 (fun _ : 'I_2 => 1%N)) (fun w => #|union w|%:R) = 3%:R / 2%:R.
Proof. by rewrite mean_of. Qed.

(** E9: no estimate of the number of urns by what one ball occupies is unbiased for one and for two
    urns, as one ball occupies one urn. *)
Theorem one_ball_has_no_unbiased_estimate (estimate : nat -> rat) :
  let mean m := Ex predT (fun w : {ffun 'I_1 -> 'I_m} => estimate #|occupied w|) in
  ~ (mean 1%N = 1 /\ mean 2%N = 2%:R).
Proof.
have one m : (0 < m)%N ->
    Ex predT (fun w : {ffun 'I_1 -> 'I_m} => estimate #|occupied w|) = estimate 1%N.
  move=> m0; rewrite (eq_Ex (g := fun _ => estimate 1%N)) ?Ex_const //.
    by rewrite card_ffun !card_ord expn1.
  move=> w _; congr estimate; rewrite /occupied (_ : [set _ | _ in _] = [set w ord0]) ?cards1 //.
  apply/setP => u; rewrite inE; apply/imsetP/eqP => [[i _ ->]|->]; last by exists ord0.
  by rewrite (ord1 i).
by rewrite /= !one // => -[-> /eqP].
Qed.

(** E11: the indicators of occupied urns are not independent: one ball, two urns. *)
Theorem indicators_are_dependent :
  let hit S := Pr predT (fun w : {ffun 'I_1 -> 'I_2} => S \subset occupied w) in
  hit [set: 'I_2] = 0 /\ hit [set ord0] * hit [set ord_max] = 1 / 4%:R.
Proof.
pose h j : rat := ((2 - j)%:R / 2%:R) ^+ 1.
have hit (S : {set 'I_2}) :
    Pr predT (fun w : {ffun 'I_1 -> 'I_2} => S \subset occupied w) = joint h #|S|.
  by apply: joint_covers; exact: balls_miss.
by rewrite /= !hit cardsT card_ord !cards1 /joint !big_ord_recr !big_ord0.
Qed.

(** E12: what two lists share is no factorial series distribution: P(1)/(m·P(0)) would not depend
    on m. *)
Theorem lists_are_no_factorial_series :
  shared_of 2 2 1 1 / (2%:R * shared_of 2 2 1 0) = 1 / 2%:R
  /\ shared_of 3 2 1 1 / (3%:R * shared_of 3 2 1 0) = 1 / 6%:R.
Proof.
by rewrite /shared_of !lists_law // unlock /= /point_weight /lists_joint !big_ord_recr !big_ord0.
Qed.

(** E14: the step of the printed proof of the right bound fails, for one ball in two urns. *)
Theorem printed_step_of_the_right_bound_is_false :
  ~ (forall m n k : nat, (0 < k <= m)%N -> (0 < n)%N ->
       1 - (1 - 1 / m%:R) ^+ (k * n) <= 1 - (1 - k%:R / m%:R) ^+ (n - 1) :> rat).
Proof.
move=> H; have := H 2%N 1%N 1%N isT isT; rewrite muln1 subnn expr0 expr1 subrr leNgt => /negP; apply.
have -> : 1 - (1 - 1 / 2%:R) = 1 / 2%:R :> rat by field.
by rewrite divr_gt0 ?ltr0n.
Qed.

(** E22: that urns 1 and 2 are in a list of one urn is not what the product from l = i on says. *)
Theorem printed_product_starts_too_late :
  let within S := Pr (committee 2 1) (fun A => S \subset A) in
  within [set: 'I_2] = 0 /\ within [set ord_max : 'I_2] = 1 / 2%:R.
Proof. by rewrite /= !committee_covers_ffact // cardsT card_ord cards1. Qed.

(** ** Filters *)

(** B16: C(m,k) need not be a power of two, as for k = 2 of m = 4 bits. *)
Theorem compressed_items_waste_bits b : (2 ^ b != 'C(4, 2))%N.
Proof.
rewrite (_ : 'C(4, 2) = 6)%N //; case: b => [|[|[|b]]] //; apply/negP => /eqP; rewrite !expnS.
by move: (2 ^ b)%N => c; lia.
Qed.

(** B21: M is no lower bound of f_C. *)
Theorem M_is_no_lower_bound_of_f_C : f_C 4 2 1 < (1 - y 4 ^+ (1 * 2)) ^+ 2.
Proof. by rewrite f_C_two. Qed.

(** B32: more hashes need not lower the rate at first. *)
Theorem more_hashes_can_raise_the_rate_at_once :
  f_S 3 1 2 = 5%:R / 9%:R /\ f_S 3 2 2 = 55%:R / 81%:R.
Proof. by rewrite f_S_one // f_S_two. Qed.

Lemma f_S_two_one_item m : (1 < m)%N -> f_S m 2 1 = (4%:R * m%:R - 3%:R) / m%:R ^+ 3.
Proof.
move=> m1; have mN : m%:R != 0 :> rat by rewrite pnatr_eq0; lia.
by rewrite f_S_two // mul1n !natrB //; [field | exact: ltnW].
Qed.

Lemma f_C_two_one_item m : (1 < m)%N -> f_C m 2 1 = 2%:R / (m%:R * (m%:R - 1)).
Proof.
move=> m1; have mN : m%:R != 0 :> rat by rewrite pnatr_eq0; lia.
have m1N : m%:R - 1 != 0 :> rat by rewrite subr_eq0 pnatr_eq1; lia.
have cE : 'C(m, 2)%:R = m%:R * (m%:R - 1) / 2%:R :> rat.
  have : (2 * 'C(m, 2))%:R = (m * m.-1)%:R :> rat by rewrite mul_bin_left bin1 mulnC subn1.
  rewrite !natrM -subn1 natrB ?(ltnW m1) // => <-.
  by rewrite mulrAC divff ?mul1r.
have -> : f_C m 2 1 = 1 / 'C(m, 2)%:R.
  rewrite f_C_mean // (eq_Ex (g := fun _ => 1 / 'C(m, 2)%:R)) ?Ex_const //.
    by apply: draws_gt0 => d; rewrite committee_gt0.
  move=> w /familyP wO; congr (_ / _).
  rewrite (_ : union w = w ord0); last by rewrite /union big_ord1.
  by have := wO ord0; rewrite inE => /eqP ->; rewrite binn.
by rewrite cE; field; rewrite mN m1N.
Qed.

(** B33: with a fixed number of items and hashes, the standard filter does not become equivalent to the
    classic one: with one item and two hashes its rate stays above 3/2 of the other's. *)
Theorem standard_and_classic_stay_apart m : (7 <= m)%N -> 3%:R / 2%:R * f_C m 2 1 <= f_S m 2 1.
Proof.
move=> m7; have m1 : (1 < m)%N by lia.
rewrite f_C_two_one_item // f_S_two_one_item //.
have m0 : 0 < m%:R :> rat by rewrite ltr0n; lia.
have mm : 0 < m%:R - 1 :> rat by rewrite subr_gt0 ltr1n.
have m7' : 0 <= m%:R - 7%:R :> rat by rewrite subr_ge0 ler_nat.
rewrite ler_pdivl_mulr ?exprn_gt0 // -(ler_pmul2r mm) -subr_ge0.
have -> : (4%:R * m%:R - 3%:R) * (m%:R - 1)
   - 3%:R / 2%:R * (2%:R / (m%:R * (m%:R - 1))) * m%:R ^+ 3 * (m%:R - 1)
   = m%:R * (m%:R - 7%:R) + 3%:R :> rat by field; rewrite !gt_eqF.
by rewrite addr_ge0 ?mulr_ge0 ?ler0n // ltW.
Qed.
