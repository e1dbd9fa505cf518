(** Printed claims of the paper that are false, by exact numbers; and the small instances by which
    the definitions can be compared with the library's. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates blocks bounds.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Small instances *)

Lemma nat_neq0 m : (0 < m)%N -> m%:R != 0 :> rat. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

(** One hash: 1 − (1 − 1/m)^n for both kinds *)
Lemma f_C_one m n : (0 < m)%N -> f_C m 1 n = 1 - ((m - 1)%:R / m%:R) ^+ n.
Proof.
move=> m0; rewrite f_C_sum // !big_ord_recr big_ord0 /= expr0 expr1 !bin1 bin0 subn0.
by rewrite (divff (nat_neq0 m0)) expr1n; move: (_ ^+ n) => e; ring.
Qed.

Lemma a_S_1_1 m : (0 < m)%N -> a_S m 1 1 = 1.
Proof.
move=> m0; rewrite a_S_recurrence a_S_empty // a_S_no_position mulr0 add0r subn0 mulr1.
by rewrite (divff (nat_neq0 m0)).
Qed.

Lemma a_S_1_2 m : a_S m 1 2 = 0.
Proof. by rewrite a_S_recurrence !a_S_no_position /= !mulr0 addr0. Qed.

Lemma a_S_2_1 m : (0 < m)%N -> a_S m 2 1 = (m - 1)%:R / m%:R + 1.
Proof.
move=> m0; rewrite a_S_recurrence a_S_1_1 // a_S_empty // !mulr1 subn0.
by rewrite (divff (nat_neq0 m0)).
Qed.

Lemma a_S_2_2 m : (0 < m)%N -> a_S m 2 2 = (m - 1)%:R / m%:R.
Proof. by move=> m0; rewrite a_S_recurrence a_S_1_2 mulr0 add0r a_S_1_1 // mulr1. Qed.

Lemma f_S_one m n : (0 < m)%N -> f_S m 1 n = 1 - ((m - 1)%:R / m%:R) ^+ n.
Proof.
move=> m0; rewrite f_S_sum (_ : minn 1 m = 1%N); last by lia.
rewrite !big_ord_recr big_ord0 /= a_S_empty // a_S_1_1 // expr0 expr1 subn0 muln1.
by rewrite (divff (nat_neq0 m0)) expr1n; move: (_ ^+ n) => e; ring.
Qed.

Lemma f_S_two m n : (1 < m)%N ->
  f_S m 2 n = 1 - ((m - 1)%:R / m%:R + 1) * ((m - 1)%:R / m%:R) ^+ (n * 2)
              + (m - 1)%:R / m%:R * ((m - 2)%:R / m%:R) ^+ (n * 2).
Proof.
move=> m1; have m0 : (0 < m)%N by lia.
rewrite f_S_sum (_ : minn 2 m = 2%N); last by lia.
rewrite !big_ord_recr big_ord0 /= a_S_empty // a_S_2_1 // a_S_2_2 // subn0.
rewrite (divff (nat_neq0 m0)) expr1n expr0 expr1 expr2.
by move: (_ ^+ (n * 2)) (_ ^+ (n * 2)) => e f; ring.
Qed.

Lemma f_C_two m n : (1 < m)%N ->
  f_C m 2 n = 1 - 2%:R * ('C(m - 1, 2)%:R / 'C(m, 2)%:R) ^+ n
              + ('C(m - 2, 2)%:R / 'C(m, 2)%:R) ^+ n.
Proof.
move=> m1; rewrite f_C_sum // !big_ord_recr big_ord0 /= !bin0 binn bin1 subn0.
have cN : 'C(m, 2)%:R != 0 :> rat by apply: nat_neq0; rewrite bin_gt0.
rewrite (divff cN).
rewrite expr1n expr0 expr1 expr2.
by move: (_ ^+ n) (_ ^+ n) => e f; ring.
Qed.

(** rates.json: classic, 9 bits, 5 items, 2 hashes, 0.49828…; here the fraction. *)
Example f_C_9_2_5 :
  f_C 9 2 5 = 1 - 2%:R * (28%:R / 36%:R) ^+ 5 + (21%:R / 36%:R) ^+ 5.
Proof. by rewrite f_C_two. Qed.

(** rates.json: standard, 4 bits, 2 items, 1 hash, 0.4375 *)
Example f_S_4_1_2 : f_S 4 1 2 = 7%:R / 16%:R.
Proof. by rewrite f_S_one //; field. Qed.

(** rates.json: standard, 2 bits, 2 items, 2 hashes, 0.90625 *)
Example f_S_2_2_2 : f_S 2 2 2 = 29%:R / 32%:R.
Proof. by rewrite f_S_two //= subnn mul0r expr0n /= mulr0 addr0; field. Qed.

(** blocked.json: classic, 2 blocks of 3 bits, 2 hashes, 3 items, 115/216 *)
Example blocked_classic_2_3_2_3 : block_rate (committee 3 2) id 2 3 = 115%:R / 216%:R.
Proof.
by rewrite blocked_classic // !big_ord_recr big_ord0.
Qed.

(** blocked.json: split, 2 blocks of 2 words of 2 bits, 3 items, 205/512 *)
Example split_2_4_2_3 :
  block_rate (@word_choice 2 2) (@slice_bits _ _) 2 3 = 205%:R / 512%:R.
Proof.
by rewrite split_blocks // !big_ord_recr big_ord0.
Qed.

(** laws.json: union of two committees of 3 in 7 urns, P(X = 3) = 1/35 *)
Example union_7_3_3 :
  Pr (committees 7 (fun _ : 'I_2 => 3%N)) (fun w => #|union w| == 3%N) = 1 / 35%:R.
Proof.
by rewrite committee_law // !big_ord_recr big_ord0.
Qed.

(** ** Refutations *)

(** B1, Conjecture 1: k_S* ≤ (m/n) ln 2 would leave k = 1 alone for m = 8, n = 3, as 8/3·ln 2 < 2;
    but two hashes are better. *)
Theorem conjecture_1_upper_bound_is_false : f_S 8 2 3 < f_S 8 1 3.
Proof.
rewrite (f_S_one 3 (isT : 0 < 8)%N) (f_S_two 3 (isT : 1 < 8)%N) -subr_gt0.
rewrite -[(8 - 1)%N]/(7%N) -[(8 - 2)%N]/(6%N) -[(3 * 2)%N]/(6%N).
have -> : 1 - (7%:R / 8%:R) ^+ 3 - (1 - (7%:R / 8%:R + 1) * (7%:R / 8%:R) ^+ 6
            + 7%:R / 8%:R * (6%:R / 8%:R) ^+ 6)
        = (33%:R * 1000%:R + 215%:R) / 8%:R ^+ 7 :> rat by field.
apply: divr_gt0; last by apply: exprn_gt0; rewrite ltr0n.
by apply: addr_gt0; [apply: mulr_gt0; rewrite ltr0n | rewrite ltr0n].
Qed.

(** B2, Conjecture 1: m/(2n) ≤ k_C* would exclude k = 1 for m = 5, n = 2; but it is better than 2. *)
Theorem conjecture_1_lower_bound_is_false : f_C 5 1 2 = 9%:R / 25%:R /\ f_C 5 2 2 = 37%:R / 100%:R.
Proof.
split; first by rewrite (f_C_one 2 (isT : 0 < 5)%N).
by rewrite (f_C_two 2 (isT : 1 < 5)%N).
Qed.

(** One hash is the best of all there, so k_C* = 1 < 5/4 = m/(2n). *)
Theorem one_hash_is_the_best_of_five_bits k : (1 < k <= 5)%N -> f_C 5 1 2 < f_C 5 k 2.
Proof.
have [-> two] := conjecture_1_lower_bound_is_false.
have below j : (j <= 5)%N -> 0 < 1 - j%:R * ((5 - j)%:R / 5%:R) ^+ 2 - 9%:R / 25%:R :> rat ->
    9%:R / 25%:R < f_C 5 j 2.
  by move=> j5; rewrite subr_gt0 => /lt_le_trans; apply; exact: union_bound_f_C.
case/andP=> k1 k5; have : k = 2%N \/ k = 3%N \/ k = 4%N \/ k = 5%N by lia.
case=> [->|[->|[->|->]]].
- rewrite two -subr_gt0 (_ : _ - _ = 1 / 100%:R); last by field.
  by apply: divr_gt0; [exact: ltr01 | rewrite ltr0n].
- apply: below; first exact: isT.
  rewrite -[(5 - 3)%N]/2%N (_ : _ - _ = 4%:R / 25%:R); last by field.
  by apply: divr_gt0; rewrite ltr0n.
- apply: below; first exact: isT.
  rewrite -[(5 - 4)%N]/1%N (_ : _ - _ = 12%:R / 25%:R); last by field.
  by apply: divr_gt0; rewrite ltr0n.
- apply: below; first exact: isT.
  rewrite subnn mul0r expr0n mulr0 subr0 (_ : _ - _ = 16%:R / 25%:R); last by field.
  by apply: divr_gt0; rewrite ltr0n.
Qed.

(** B22: the classic filter is not always the better one. *)
Theorem classic_is_not_always_better : f_S 5 2 2 < f_C 5 2 2.
Proof.
have [_ ->] := conjecture_1_lower_bound_is_false.
rewrite (f_S_two 2 (isT : 1 < 5)%N) -subr_gt0.
rewrite -[(5 - 1)%N]/(4%N) -[(5 - 2)%N]/(3%N) -[(2 * 2)%N]/(4%N).
have -> : 37%:R / 100%:R - (1 - (4%:R / 5%:R + 1) * (4%:R / 5%:R) ^+ 4
            + 4%:R / 5%:R * (3%:R / 5%:R) ^+ 4) = 45%:R / (4%:R * 5%:R ^+ 5) :> rat by field.
by apply: divr_gt0; [rewrite ltr0n | apply: mulr_gt0; [rewrite ltr0n | apply: exprn_gt0; rewrite ltr0n]].
Qed.

(** Conjecture 2, maximum, m = 3: ε = (n/m)·log2(1/f), so f^n is less where ε is greater. Two items and
    one hash, f² = 25/81, are better than one item at its best, f = 1/3. *)
Theorem conjecture_2_maximum_is_false_for_three_bits :
  f_C 3 1 2 ^+ 2 < f_C 3 1 1.
Proof.
rewrite (f_C_one 2 (isT : 0 < 3)%N) (f_C_one 1 (isT : 0 < 3)%N) -subr_gt0.
rewrite -[(3 - 1)%N]/(2%N).
have -> : 1 - (2%:R / 3%:R) ^+ 1 - (1 - (2%:R / 3%:R) ^+ 2) ^+ 2 = 2%:R / 81%:R :> rat by field.
by apply: divr_gt0; rewrite ltr0n.
Qed.
