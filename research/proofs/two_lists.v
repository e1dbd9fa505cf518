(** The overlap of two lists: the hypergeometric law, its symmetries, and what is left of a tail. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** C(a,x)·C(m−a, b−x): the ways to take [x] of [a] given urns *)
Definition ways (m a b x : nat) : nat := ('C(a, x) * 'C(m - a, b - x))%N.

Lemma card_overlap (m b x : nat) (A : {set 'I_m}) : (x <= b)%N ->
  #|[pred B : {set 'I_m} | (#|B| == b) && (#|A :&: B| == x)]| = ways m #|A| b x.
Proof.
move=> xb; rewrite /ways -cardsC_ord -!cards_draws -cardsX.
set D := setX _ _.
rewrite -(card_in_imset (f := fun p : {set 'I_m} * {set 'I_m} => p.1 :|: p.2) (D := D)).
  apply: eq_card => B; rewrite inE; apply/andP/imsetP.
    case=> /eqP Bb /eqP ABx; exists (A :&: B, B :\: A) => /=.
      rewrite !inE /= subsetIl ABx eqxx /= setDE subsetIr /=.
      by rewrite -setDE -(eqn_add2l #|B :&: A|) cardsID setIC ABx subnKC // Bb.
    by rewrite setIC setID.
  case=> -[S U] /= SU ->; move: SU; rewrite !inE /= => /andP[/andP[SA /eqP Sx] /andP[UA /eqP Ub]].
  have AU : A :&: U = set0.
    by apply/eqP; rewrite setI_eq0 disjoint_sym disjoints_subset.
  rewrite setIUr AU setU0 (setIidPr SA) Sx eqxx; split=> //.
  rewrite cardsU (_ : S :&: U = set0) ?cards0 ?subn0 ?Sx ?Ub ?subnKC //.
  by apply/eqP; rewrite -subset0 -AU setSI.
move=> [S U] [S' U'] /=; rewrite !inE /= => /andP[/andP[SA _] /andP[UA _]].
move=> /andP[/andP[SA' _] /andP[UA' _]] E.
have split_ (X Y : {set 'I_m}) : X \subset A -> Y \subset ~: A ->
    ((X :|: Y) :&: A = X) /\ ((X :|: Y) :&: ~: A = Y).
  move=> XA YA; rewrite !setIUl (setIidPl XA) (setIidPl YA).
  have -> : Y :&: A = set0 by apply/eqP; rewrite setI_eq0 disjoints_subset.
  have -> : X :&: ~: A = set0 by apply/eqP; rewrite setI_eq0 disjoints_subset setCK.
  by rewrite setU0 set0U.
have [e1 e2] := split_ _ _ SA UA; have [f1 f2] := split_ _ _ SA' UA'.
by congr (_, _); [rewrite -e1 E f1 | rewrite -e2 E f2].
Qed.

Section TwoLists.

Variables (m a b : nat).
Hypothesis am : (a <= m)%N.
Hypothesis bm : (b <= m)%N.

(** P(X = x) for two lists of [a] and [b] urns ([hypergeometric] of two_lists/law.rs) *)
Definition overlap (a b x : nat) : rat :=
  Pr (both (committee m a) (committee m b)) (fun p => #|p.1 :&: p.2| == x).

Theorem hypergeometric x : (x <= b)%N -> overlap a b x = (ways m a b x)%:R / 'C(m, b)%:R.
Proof.
move=> xb; rewrite /overlap PrE.
rewrite (Ex_both _ _ (fun A B : {set 'I_m} => (#|A :&: B| == x)%:R)) Ex_swap.
rewrite (eq_Ex (g := fun _ => (ways m a b x)%:R / 'C(m, b)%:R)).
  by rewrite Ex_const // committee_gt0.
move=> A /eqP Aa; rewrite -PrE /Pr card_committee -[in RHS]Aa -card_overlap //.
Qed.

End TwoLists.

(** The lists may be exchanged. *)
Theorem overlap_symmetric m a b x : overlap m a b x = overlap m b a x.
Proof.
rewrite /overlap !PrE (Ex_both _ _ (fun A B : {set 'I_m} => (#|A :&: B| == x)%:R)) Ex_swap.
rewrite (Ex_both _ _ (fun A B : {set 'I_m} => (#|A :&: B| == x)%:R)).
by apply: eq_Ex => A _; apply: eq_Ex => B _; rewrite setIC.
Qed.

(** A list of half of all urns: X and b − X have the same law ([TwoLists::mirror]). *)
Theorem overlap_mirror m a b x : m = (a + a)%N -> (b <= m)%N -> (x <= b)%N ->
  overlap m a b x = overlap m a b (b - x).
Proof.
move=> ma bm xb; have am : (a <= m)%N by lia.
rewrite (hypergeometric am xb) (hypergeometric am (leq_subr x b)) /ways (subKn xb).
have -> : (m - a = a)%N by rewrite ma addnK.
by congr (_%:R / _); exact: mulnC.
Qed.

Section Tail.

Variables (m a b : nat).
Hypothesis am : (a <= m)%N.

(** The ratio of neighbours: P(x+1)·(x+1)(m−a−b+x+1) = P(x)·(a−x)(b−x). *)
Lemma neighbours x : (x < b)%N ->
  (ways m a b x.+1 * (x.+1 * (m - a - (b - x.+1))) = ways m a b x * ((a - x) * (b - x)))%N.
Proof.
move=> xb; rewrite /ways.
have E1 := mul_bin_left a x; have E2 := mul_bin_left (m - a) (b - x.+1).
move: E2; rewrite (_ : (b - x.+1).+1 = b - x)%N; last by lia.
rewrite mulnACA [(_ * x.+1)%N]mulnC E1 => E2.
by rewrite [X in (_ * X)%N]mulnC -E2 mulnACA mulnC.
Qed.

Lemma geometric (w : nat -> rat) (r : rat) n : 0 <= r -> r < 1 ->
  (forall i, 0 <= w i) -> (forall i, w i.+1 <= r * w i) -> \sum_(i < n) w i <= w 0%N / (1 - r).
Proof.
move=> r0 r1 w0 wr; elim: n w w0 wr => [|n IH] w w0 wr.
  by rewrite big_ord0 divr_ge0 // subr_ge0 ltW.
have d0 : 0 < 1 - r by rewrite subr_gt0.
rewrite big_ord_recl /=.
have tail := IH (fun i => w i.+1) (fun i => w0 i.+1) (fun i => wr i.+1).
apply: (@le_trans _ _ (w 0%N + w 1%N / (1 - r))); first by rewrite ler_add2l.
rewrite ler_pdivl_mulr // mulrDl divfK ?gt_eqF //.
by rewrite mulrBr mulr1 -addrA ger_addl addrC subr_le0 mulrC.
Qed.

(** [Rest::beyond] of two_lists/rest.rs: where the ratio of the next term to the last one is at
    most r < 1, the next term and all beyond it are together at most w/(1 − r). *)
Theorem tail_rest x (r : rat) : (x < b)%N -> (b - x.+1 < m - a)%N -> 0 <= r -> r < 1 ->
  ((a - x) * (b - x))%:R <= r * (x.+1 * (m - a - (b - x.+1)))%:R ->
  \sum_(i < (b - x).+1) (ways m a b (x + i))%:R <= (ways m a b x)%:R / (1 - r).
Proof.
move=> xb inside r0 r1 rx.
pose w i : rat := if (i <= b - x)%N then (ways m a b (x + i))%:R else 0.
rewrite (eq_bigr (fun i : 'I_(b - x).+1 => w i)) => [|i _]; last by rewrite /w -ltnS ltn_ord.
have <- : w 0%N = (ways m a b x)%:R by rewrite /w addn0.
apply: geometric => // i.
  by rewrite /w; case: ifP => _; rewrite ?ler0n.
rewrite /w; case: ifP => [ib|_]; last by case: ifP => _; rewrite ?mulr_ge0 ?ler0n.
rewrite (ltnW ib) addnS.
have xib : (x + i < b)%N by lia.
pose N := ((a - (x + i)) * (b - (x + i)))%N; pose D := ((x + i).+1 * (m - a - (b - (x + i).+1)))%N.
have D0 : (0 < D)%N by rewrite /D muln_gt0 /=; lia.
have E : (ways m a b (x + i).+1)%:R * D%:R = (ways m a b (x + i))%:R * N%:R :> rat.
  by rewrite -!natrM neighbours.
rewrite -(ler_pmul2r (_ : 0 < D%:R)) ?ltr0n // E.
rewrite [X in _ <= X](_ : _ = (ways m a b (x + i))%:R * (r * D%:R)); last by rewrite mulrAC mulrC.
rewrite ler_wpmul2l ?ler0n //.
have NN : (N <= (a - x) * (b - x))%N by rewrite /N leq_mul //; lia.
have DD : (x.+1 * (m - a - (b - x.+1)) <= D)%N by rewrite /D leq_mul //; lia.
apply: (@le_trans _ _ ((a - x) * (b - x))%:R); first by rewrite ler_nat.
by apply: le_trans rx _; rewrite ler_wpmul2l // ler_nat.
Qed.

End Tail.
