(** False-positive rates of Bloom filters, exactly. An item chooses one of finitely many equally
    likely outcomes, and the outcome says which bits it sets. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Any filter: Theorem 1 of docs/internals/blocks.md *)

Section Patterns.

(** [B] are the bits of the filter, the choices of an item are the outcomes in [O], and [s c] are
    the bits of the choice [c]. *)
Variables (B C : finType) (O : {pred C}) (s : C -> {set B}).
Hypothesis O_gt0 : (0 < #|O|)%N.

(** All ways in which [n] items can choose. *)
Definition histories (n : nat) : pred {ffun 'I_n -> C} := draws (fun _ => O).
Arguments histories n : clear implicits.

(** The bits that are set after the items. *)
Definition bits_set (n : nat) (w : {ffun 'I_n -> C}) : {set B} := \bigcup_i s (w i).

(** The chance that a new item finds all its bits set: the false-positive rate. *)
Definition rate (n : nat) : rat :=
  Pr (both (histories n) O) (fun p => s p.2 \subset bits_set p.1).

(** h(T): the chance that an item misses all bits of [T]. *)
Definition misses (T : {set B}) : rat := Pr O (fun c => [disjoint T & s c]).

Lemma histories_gt0 n : (0 < #|histories n|)%N.
Proof. exact: draws_gt0. Qed.

Lemma history_misses n (T : {set B}) :
  Pr (histories n) (fun w => [disjoint T & bits_set w]) = misses T ^+ n.
Proof.
rewrite (eq_Pr (B := fun w : {ffun 'I_n -> C} => [forall i, [disjoint T & s (w i)]])).
  rewrite (Pr_draws (fun _ : 'I_n => O) (fun _ c => [disjoint T & s c])).
  by rewrite prodr_const card_ord.
move=> w _; rewrite disjoint_sym disjoints_subset.
by apply/bigcupsP/forallP => h d; move: (h d); rewrite -disjoints_subset disjoint_sym; auto.
Qed.

(** The mean over the filters of each filter's own rate. *)
Theorem rate_own n :
  rate n = Ex (histories n) (fun w => Pr O (fun c => s c \subset bits_set w)).
Proof.
rewrite /rate PrE (Ex_both _ _ (fun w c => (s c \subset bits_set w)%:R)).
by rewrite Ex_swap; apply: eq_Ex => w _; rewrite PrE.
Qed.

(** The mean over the queries. *)
Theorem rate_query n :
  rate n = Ex O (fun c => Pr (histories n) (fun w => s c \subset bits_set w)).
Proof.
rewrite /rate PrE (Ex_both _ _ (fun w c => (s c \subset bits_set w)%:R)).
by apply: eq_Ex => c _; rewrite PrE.
Qed.

Lemma query_covered n c :
  Pr (histories n) (fun w => s c \subset bits_set w)
  = \sum_(T : {set B} | T \subset s c) (-1) ^+ #|T| * misses T ^+ n.
Proof.
rewrite PrE (eq_Ex (g := fun w => \sum_(T : {set B} | T \subset s c)
                                   (-1) ^+ #|T| * [disjoint T & bits_set w]%:R)).
  by rewrite Ex_sum; apply: eq_bigr => T _; rewrite ExZ -PrE history_misses.
by move=> w _; rewrite subset_indicator.
Qed.

(** Theorem 1 (patterns). *)
Theorem patterns n :
  rate n = Ex O (fun c => \sum_(T : {set B} | T \subset s c) (-1) ^+ #|T| * misses T ^+ n).
Proof. by rewrite rate_query; apply: eq_Ex => c _; rewrite query_covered. Qed.

(** c_j: the expected number of sets of [j] of an item's bits. *)
Definition subsets (j : nat) : rat := binomial_moment O (fun c => #|s c|) j.

(** The form that is summed where h(T) depends on the size of [T] alone. *)
Lemma by_size (g : nat -> rat) (G : {set B} -> rat) K :
  {in O, forall c, #|s c| <= K}%N ->
  (forall c (T : {set B}), c \in O -> T \subset s c -> G T = g #|T|) ->
  Ex O (fun c => \sum_(T : {set B} | T \subset s c) (-1) ^+ #|T| * G T)
  = \sum_(j < K.+1) (-1) ^+ j * subsets j * g j.
Proof.
move=> sK Gg.
rewrite (eq_Ex (g := fun c => \sum_(j < K.+1) (-1) ^+ j * g j * 'C(#|s c|, j)%:R)).
  by rewrite Ex_sum; apply: eq_bigr => j _; rewrite ExZ mulrAC.
move=> c cO; rewrite (eq_bigr (fun T : {set B} => (-1) ^+ #|T| * g #|T|)); last first.
  by move=> T Ts; rewrite (Gg c).
rewrite (sum_subsets_card _ (fun j => (-1) ^+ j * g j)).
rewrite (big_ord_widen K.+1 (fun j => 'C(#|s c|, j)%:R * ((-1) ^+ j * g j))) ?ltnS ?sK //.
rewrite big_mkcond /=; apply: eq_bigr => j _; rewrite ltnS mulrC.
by case: leqP => // js; rewrite bin_small ?mulr0.
Qed.

Theorem patterns_by_size (h : nat -> rat) K n :
  {in O, forall c, #|s c| <= K}%N ->
  (forall c (T : {set B}), c \in O -> T \subset s c -> misses T = h #|T|) ->
  rate n = \sum_(j < K.+1) (-1) ^+ j * subsets j * h j ^+ n.
Proof.
move=> sK mh; rewrite patterns (by_size (g := fun j => h j ^+ n) sK) // => c T cO Ts.
by rewrite (mh c).
Qed.

(** Cut off anywhere, the sum for a rate is off by at most the first term left out
    ([Load::direct_complement] of direct.rs). *)
Theorem rate_bonferroni (h : nat -> rat) n t :
  (forall c (T : {set B}), c \in O -> T \subset s c -> misses T = h #|T|) ->
  0 <= (-1) ^+ t * (rate n - \sum_(j < t) (-1) ^+ j * subsets j * h j ^+ n)
    <= subsets t * h t ^+ n.
Proof.
move=> mh; pose clear (p : {ffun 'I_n -> C} * C) := #|s p.2 :\: bits_set p.1|.
have M r : binomial_moment (both (histories n) O) clear r = subsets r * h r ^+ n.
  rewrite /binomial_moment (Ex_both _ _ (fun w c => 'C(#|s c :\: bits_set w|, r)%:R)).
  rewrite /subsets /binomial_moment -ExZr; apply: eq_Ex => c cO.
  transitivity (\sum_(T : {set B} | (T \subset s c) && (#|T| == r))
                   Pr (histories n) (fun w => [disjoint T & bits_set w])).
    rewrite (eq_Ex (g := fun w => \sum_(T : {set B} | (T \subset s c) && (#|T| == r))
                                    [disjoint T & bits_set w]%:R)).
      by rewrite Ex_sum; apply: eq_bigr => T _; rewrite PrE.
    move=> w _; rewrite -cards_draws -sum1_card natr_sum big_mkcond [RHS]big_mkcond /=.
    apply: eq_bigr => T _; rewrite inE subsetD; case: (T \subset s c) => //=.
    by case: [disjoint T & _]; case: (#|T| == r).
  rewrite (eq_bigr (fun _ => h r ^+ n)) => [|T /andP[Ts /eqP Tr]].
    rewrite sumr_const mulr_natl -cards_draws; congr (_ *+ _).
    by apply: eq_card => T; rewrite !inE.
  by rewrite history_misses (mh c) // Tr.
have := bonferroni_point (both (histories n) O) clear (leq0n t).
rewrite M bin0 mul1r subn0 (_ : Pr _ _ = rate n); last first.
  by apply: eq_Pr => p _; rewrite /clear cards_eq0 setD_eq0.
rewrite big_mkord (eq_bigr (fun j : 'I_t => (-1) ^+ j * subsets j * h j ^+ n)) // => j _.
by rewrite M /point_weight subn0 bin0 mulr1 mulrA.
Qed.


End Patterns.

Arguments histories {C} O n.
Arguments rate {B C} O s n.
Arguments misses {B C} O s T.
Arguments subsets {B C} O s j.

(** ** Standard filters: [k] independent positions of [m] bits, repetitions allowed *)

Section Standard.

Variables (m k : nat).

(** f_S *)
Definition f_S (n : nat) : rat := rate predT (@occupied m k) n.

(** a_j = E C(D, j), D the different bits among [k] positions. *)
Definition a_S (j : nat) : rat := subsets predT (@occupied m k) j.

Lemma occupied_le_min (w : {ffun 'I_k -> 'I_m}) : (#|occupied w| <= minn k m)%N.
Proof.
rewrite leq_min (occupied_le (@occupied m k)) andbT.
by rewrite -[X in (_ <= X)%N](card_ord k) leq_imset_card.
Qed.

(** The closed sum that [Load::fpr_exact] and [Load::direct_complement] evaluate. *)
Theorem f_S_sum n :
  f_S n = \sum_(j < (minn k m).+1) (-1) ^+ j * a_S j * ((m - j)%:R / m%:R) ^+ (n * k).
Proof.
rewrite /f_S (patterns_by_size (h := fun j => ((m - j)%:R / m%:R) ^+ k) (K := minn k m)).
- by apply: eq_bigr => j _; rewrite -exprM mulnC.
- by move=> w _; exact: occupied_le_min.
- by move=> c T _ _; exact: balls_miss.
Qed.

(** Cut off anywhere, the rest is at most the first term left out. *)
Theorem f_S_bonferroni n t :
  0 <= (-1) ^+ t * (f_S n - \sum_(j < t) (-1) ^+ j * a_S j * ((m - j)%:R / m%:R) ^+ (n * k))
    <= a_S t * ((m - t)%:R / m%:R) ^+ (n * k).
Proof.
have := @rate_bonferroni _ _ predT (@occupied m k) (fun j => ((m - j)%:R / m%:R) ^+ k) n t.
rewrite -exprM mulnC => /(_ (fun c T _ _ => balls_miss k T)).
by under eq_bigr => j _ do rewrite -exprM mulnC.
Qed.

Lemma positions_within (U : {set 'I_m}) :
  Pr predT (fun c : {ffun 'I_k -> 'I_m} => occupied c \subset U) = (#|U|%:R / m%:R) ^+ k.
Proof.
have := @balls_miss m k (~: U); rewrite -cardsC_ord setCK => <-; apply: eq_Pr => w _.
by rewrite disjoint_sym disjoints_subset setCK.
Qed.

(** f_S = E (X/m)^k over the filters *)
Theorem f_S_mean n : (0 < m)%N ->
  f_S n = Ex (histories predT n)
             (fun w : {ffun 'I_n -> {ffun 'I_k -> 'I_m}} =>
                (#|bits_set (@occupied m k) w|%:R / m%:R) ^+ k).
Proof.
move=> m0; rewrite /f_S rate_own; apply: eq_Ex => w _.
exact: positions_within.
Qed.

(** f_S = E (X/m)^k, X the urns occupied by nk balls ([eq:standard-fp-in-m]) *)
Theorem f_S_law n : (0 < m)%N ->
  f_S n = \sum_(i < m.+1) Pr predT (fun w : {ffun 'I_(n * k) -> 'I_m} => #|occupied w| == i)
                          * (i%:R / m%:R) ^+ k.
Proof.
move=> m0; rewrite f_S_mean //.
rewrite (Ex_comp (fun i => (i%:R / m%:R) ^+ k) (n := m)); last by move=> w _; exact: occupied_le.
apply: eq_bigr => -[i /= im] _; congr (_ * _).
rewrite (vacant_pmf (h := fun j => ((m - j)%:R / m%:R) ^+ (n * k))) //; last first.
  by move=> S; rewrite history_misses /misses balls_miss -exprM mulnC.
rewrite (vacant_pmf (h := fun j => ((m - j)%:R / m%:R) ^+ (n * k))) //.
exact: balls_miss.
Qed.

(** The coefficients as differences of powers ([distinct_moments_at_once] of direct.rs) *)
Theorem a_S_differences j : a_S j = 'C(m, j)%:R * joint (fun i => ((m - i)%:R / m%:R) ^+ k) j.
Proof.
apply: (@exchangeable_moment m _ predT (@occupied m k)).
exact: joint_covers (@balls_miss m k).
Qed.

End Standard.

(** The positive recurrence of the coefficients ([distinct_moments] of direct.rs) *)
Theorem a_S_recurrence m k j :
  a_S m k.+1 j.+1 = (m - j.+1)%:R / m%:R * a_S m k j.+1 + (m - j)%:R / m%:R * a_S m k j.
Proof.
rewrite !a_S_differences; have [mj|jm] := leqP m j.
  by rewrite bin_small // (_ : m - j = 0)%N; [rewrite !mul0r mulr0 addr0|lia].
have m0 : m%:R != 0 :> rat by rewrite pnatr_eq0; lia.
pose v i : rat := (m - i)%:R / m%:R.
have vE i : (i <= m)%N -> v i = 1 - i%:R / m%:R by move=> im; rewrite /v natrB // mulrBl divff.
rewrite /joint.
transitivity ('C(m, j.+1)%:R * (\sum_(i < j.+2)
   (-1) ^+ i * 'C(j.+1, i)%:R * v j.+1 * v i ^+ k)
   + 'C(m, j.+1)%:R * (\sum_(i < j.+2)
   (-1) ^+ i * 'C(j.+1, i)%:R * (v i - v j.+1) * v i ^+ k)).
  rewrite -mulrDr -big_split /=; congr (_ * _); apply: eq_bigr => i _.
  by rewrite exprS -!/(v _); move: (_ ^+ i) (_ ^+ k) => e p; ring.
congr (_ + _).
  rewrite !mulr_sumr; apply: eq_bigr => i _; rewrite -!/(v _).
  by move: (_ ^+ i) (_ ^+ k) => e p; ring.
rewrite big_ord_recr /= subrr mulr0 mul0r addr0 !mulr_sumr; apply: eq_bigr => -[i /= ij] _.
rewrite -/(v i) -/(v j) !vE; [|lia|lia|lia].
have E1 : (j.+1 * 'C(m, j.+1))%:R = ((m - j) * 'C(m, j))%:R :> rat by rewrite mul_bin_left.
have E2 : (j.+1 * 'C(j, i))%:R = ((j.+1 - i) * 'C(j.+1, i))%:R :> rat.
  by rewrite -mul_bin_down.
move: E1 E2; rewrite !natrM !natrB; [|lia|lia] => E1 E2.
move: (_ ^+ i) (_ ^+ k) => e p.
transitivity (e * p / m%:R * 'C(m, j.+1)%:R * ((j.+1%:R - i%:R) * 'C(j.+1, i)%:R)).
  by field.
rewrite -E2; transitivity (e * p / m%:R * 'C(j, i)%:R * (j.+1%:R * 'C(m, j.+1)%:R)).
  by field.
by rewrite E1; field.
Qed.

Lemma a_S_no_position m j : a_S m 0 j = (j == 0)%N%:R.
Proof.
rewrite a_S_differences /joint; under eq_bigr => i _ do rewrite expr0 mulr1.
by rewrite alternating_full; case: j => [|j]; rewrite ?bin0 ?mulr1 ?mulr0.
Qed.

Lemma a_S_empty m k : (0 < m)%N -> a_S m k 0 = 1.
Proof.
move=> m0; have mN : m%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
by rewrite a_S_differences /joint big_ord1 !bin0 subn0 (divff mN) expr1n !mulr1.
Qed.

(** ** Classic filters: [k] different positions of [m] bits *)

Section Classic.

Variables (m k : nat).
Hypothesis km : (k <= m)%N.

(** f_C *)
Definition f_C (n : nat) : rat := rate (committee m k) id n.

Lemma subsets_C j : subsets (committee m k) id j = 'C(k, j)%:R.
Proof.
rewrite /subsets /binomial_moment (eq_Ex (g := fun _ => 'C(k, j)%:R)).
  by rewrite Ex_const // committee_gt0.
by move=> A /eqP <-.
Qed.

(** [eqn:classic-bloom-fp]: the closed sum that the library evaluates *)
Theorem f_C_sum n :
  f_C n = \sum_(j < k.+1) (-1) ^+ j * 'C(k, j)%:R * ('C(m - j, k)%:R / 'C(m, k)%:R) ^+ n.
Proof.
rewrite /f_C (patterns_by_size (h := fun j => 'C(m - j, k)%:R / 'C(m, k)%:R) (K := k)).
- by apply: eq_bigr => j _; rewrite subsets_C.
- by move=> A /eqP ->.
- by move=> c T _ _; exact: committee_misses.
Qed.

Theorem f_C_bonferroni n t :
  0 <= (-1) ^+ t * (f_C n - \sum_(j < t) (-1) ^+ j * 'C(k, j)%:R
                                         * ('C(m - j, k)%:R / 'C(m, k)%:R) ^+ n)
    <= 'C(k, t)%:R * ('C(m - t, k)%:R / 'C(m, k)%:R) ^+ n.
Proof.
have := @rate_bonferroni _ _ (committee m k) id (fun j => 'C(m - j, k)%:R / 'C(m, k)%:R) n t.
rewrite subsets_C => /(_ (fun c T _ _ => committee_misses k T)).
by under eq_bigr => j _ do rewrite subsets_C.
Qed.

Lemma committee_within (U : {set 'I_m}) :
  Pr (committee m k) (fun A => A \subset U) = 'C(#|U|, k)%:R / 'C(m, k)%:R.
Proof.
rewrite /Pr card_committee -cards_draws; congr (_%:R / _).
by apply: eq_card => A; rewrite [RHS]inE [LHS]inE andbC.
Qed.

(** f_C = E C(X,k)/C(m,k), X the union of [n] committees of [k] *)
Theorem f_C_mean n :
  f_C n = Ex (committees m (fun _ : 'I_n => k)) (fun w => 'C(#|union w|, k)%:R / 'C(m, k)%:R).
Proof. by rewrite /f_C rate_own; apply: eq_Ex => w _; exact: committee_within. Qed.

Theorem f_C_law n :
  f_C n = \sum_(i < m.+1) Pr (committees m (fun _ : 'I_n => k)) (fun w => #|union w| == i)
                          * ('C(i, k)%:R / 'C(m, k)%:R).
Proof.
rewrite f_C_mean (Ex_comp (fun i => 'C(i, k)%:R / 'C(m, k)%:R) (n := m)) // => w _.
exact: (occupied_le (@union m n)).
Qed.

End Classic.
