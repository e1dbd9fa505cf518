(** Occupancy laws: how many of [m] urns are in a union of committees, or in an intersection of
    departments. A committee of size [k] is a set of [k] urns, all sets being equally likely. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Committee.

Variables (m k : nat).

(** The committees of size [k] among [m] urns. *)
Definition committee : {pred {set 'I_m}} := [pred A : {set 'I_m} | #|A| == k].

Lemma card_committee : #|committee| = 'C(m, k).
Proof.
rewrite -[in RHS](card_ord m) -cardsT -cards_draws.
by apply: eq_card => A; rewrite [RHS]inE subsetT.
Qed.

Lemma committee_gt0 : (k <= m)%N -> (0 < #|committee|)%N.
Proof. by move=> km; rewrite card_committee bin_gt0. Qed.

Lemma cardsC_ord (S : {set 'I_m}) : #|~: S| = (m - #|S|)%N.
Proof. by rewrite -[X in (X - _)%N](card_ord m) -(cardsC S) addKn. Qed.

(** A committee misses the urns of [S]: h(j) of the library for one committee, j = |S|. *)
Lemma committee_misses (S : {set 'I_m}) :
  Pr committee (fun A => [disjoint S & A]) = 'C(m - #|S|, k)%:R / 'C(m, k)%:R.
Proof.
rewrite /Pr card_committee -cardsC_ord -cards_draws; congr (_%:R / _).
apply: eq_card => A; rewrite [RHS]inE [LHS]inE andbC.
by rewrite disjoint_sym disjoints_subset.
Qed.

(** The urns of [S] all belong to a committee: k(k−1)…/m(m−1)… with |S| factors each. *)
Lemma committee_covers (S : {set 'I_m}) : (#|S| <= k)%N ->
  Pr committee (fun A => S \subset A) = 'C(m - #|S|, k - #|S|)%:R / 'C(m, k)%:R.
Proof.
move=> Sk; rewrite /Pr card_committee -cardsC_ord -cards_draws; congr (_%:R / _).
rewrite -(card_in_imset (f := fun A => A :\: S)
            (D := [pred A | (A \in committee) && (S \subset A)])).
  apply: eq_card => A; rewrite [RHS]inE; apply/imsetP/andP.
    case=> C /andP[/= /eqP Ck SC] ->; split.
      by rewrite setDE subsetIr.
    by rewrite cardsD (setIidPr SC) Ck.
  case=> AS /eqP Ak; have dAS : [disjoint A & S] by rewrite disjoints_subset.
  exists (A :|: S); last first.
    by rewrite setDUl setDv setU0; apply/esym/setDidPl.
  rewrite inE subsetUr andbT inE cardsU (_ : A :&: S = set0) ?cards0 ?subn0 ?Ak ?subnK //.
  by apply/eqP; rewrite setI_eq0.
move=> A C /andP[_ /= SA] /andP[_ /= SC] E.
by rewrite -(setID A S) -(setID C S) E (setIidPr SA) (setIidPr SC).
Qed.

End Committee.

Arguments committee : clear implicits.

(** ** Any exchangeable law: all sets of urns of one size are equally likely to be occupied *)

Section Exchangeable.

Variables (m : nat) (T : finType) (O : {pred T}) (V : T -> {set 'I_m}).

Lemma sum_sets_of_size r (a : rat) : \sum_(S : {set 'I_m} | #|S| == r) a = 'C(m, r)%:R * a.
Proof. by rewrite sumr_const -[in RHS](card_committee m r) mulr_natl. Qed.

Lemma occupied_le w : (#|V w| <= m)%N.
Proof. by rewrite -[X in (_ <= X)%N](card_ord m) max_card. Qed.

Section Covers.

(** The chance that [r] given urns are all occupied. *)
Variable p : nat -> rat.
Hypothesis covers : forall S : {set 'I_m}, Pr O (fun w => S \subset V w) = p #|S|.

(** [eqn:binom-moment] *)
Theorem exchangeable_moment r : binomial_moment O (fun w => #|V w|) r = 'C(m, r)%:R * p r.
Proof.
rewrite binomial_moment_sets -sum_sets_of_size; apply: eq_bigr => S /eqP <-.
by rewrite covers.
Qed.

(** The p.m.f. below [eqn:binom-moment] *)
Theorem exchangeable_law i : (i <= m)%N ->
  Pr O (fun w => #|V w| == i) = \sum_(i <= r < m.+1) point_weight i r * ('C(m, r)%:R * p r).
Proof.
move=> im; rewrite (point_from_moments (top := m)) // => [|w _]; last exact: occupied_le.
by apply: eq_bigr => r _; rewrite exchangeable_moment.
Qed.

Theorem exchangeable_tail i : (0 < i <= m)%N ->
  Pr O (fun w => i <= #|V w|)%N = \sum_(i <= r < m.+1) tail_weight i r * ('C(m, r)%:R * p r).
Proof.
move=> im; rewrite (tail_from_moments (top := m)) // => [|w _]; last exact: occupied_le.
by apply: eq_bigr => r _; rewrite exchangeable_moment.
Qed.

End Covers.

Section Misses.

(** h(j): the chance that [j] given urns are all empty. *)
Variable h : nat -> rat.
Hypothesis misses : forall S : {set 'I_m}, Pr O (fun w => [disjoint S & V w]) = h #|S|.

(** ρ(r): the chance that [r] given urns are all occupied ([Department::joint] of joint.rs). *)
Definition joint (r : nat) : rat := \sum_(j < r.+1) (-1) ^+ j * 'C(r, j)%:R * h j.

Lemma joint_covers (S : {set 'I_m}) : Pr O (fun w => S \subset V w) = joint #|S|.
Proof.
rewrite PrE (eq_Ex (g := fun w => \sum_(U : {set 'I_m} | U \subset S)
                                   (-1) ^+ #|U| * [disjoint U & V w]%:R)); last first.
  by move=> w _; rewrite subset_indicator.
rewrite Ex_sum (eq_bigr (fun U : {set 'I_m} => (-1) ^+ #|U| * h #|U|)) => [|U _].
  rewrite (sum_subsets_card _ (fun j => (-1) ^+ j * h j)).
  by apply: eq_bigr => j _; rewrite mulrCA mulrA.
by rewrite ExZ -PrE misses.
Qed.

(** The binomial moments of the number of vacant urns, m − X. *)
Theorem vacant_moment r :
  binomial_moment O (fun w => m - #|V w|)%N r = 'C(m, r)%:R * h r.
Proof.
rewrite /binomial_moment (eq_Ex (g := fun w => 'C(#|~: V w|, r)%:R)); last first.
  by move=> w _; rewrite cardsC_ord.
rewrite -/(binomial_moment _ _ _) binomial_moment_sets -sum_sets_of_size.
apply: eq_bigr => S /eqP <-; rewrite -misses; apply: eq_Pr => w _.
by rewrite disjoints_subset.
Qed.

(** P(X = i) by the binomial moments of m − X: [Count::Vacant] of exact.rs. *)
Theorem vacant_law i : (i <= m)%N ->
  Pr O (fun w => #|V w| == i)
  = \sum_(m - i <= r < m.+1) point_weight (m - i) r * ('C(m, r)%:R * h r).
Proof.
move=> im; rewrite (eq_Pr (B := fun w => (m - #|V w|)%N == (m - i)%N)); last first.
  move=> w _ /=; move: (#|V w|) (occupied_le w) => x xm.
  have [->|ne] := eqVneq x i; first by rewrite eqxx.
  by apply/esym/negbTE; apply: contraNneq ne; lia.
rewrite (point_from_moments (top := m)) ?leq_subr //; last by move=> w _; rewrite leq_subr.
by apply: eq_bigr => r _; rewrite vacant_moment.
Qed.

(** P(Y ≥ y) for the vacant urns Y = m − X: how the library sums the tails of a union. *)
Theorem vacant_tail y : (0 < y <= m)%N ->
  Pr O (fun w => y <= m - #|V w|)%N = \sum_(y <= r < m.+1) tail_weight y r * ('C(m, r)%:R * h r).
Proof.
move=> ym; rewrite (@tail_from_moments _ O (fun w => m - #|V w|)%N m) // => [|w _].
  by apply: eq_bigr => r _; rewrite vacant_moment.
exact: leq_subr.
Qed.

(** The sum above, its terms taken from the other end. *)
Theorem vacant_pmf i : (i <= m)%N ->
  Pr O (fun w => #|V w| == i)
  = 'C(m, i)%:R * \sum_(j < i.+1) (-1) ^+ j * 'C(i, j)%:R * h (m - i + j).
Proof.
move=> im; rewrite vacant_law // -{1}[(m - i)%N]add0n big_addn.
rewrite (_ : m.+1 - (m - i) = i.+1)%N; last by lia.
rewrite big_mkord mulr_sumr; apply: eq_bigr => -[j /= ji] _.
rewrite /point_weight addnK addnC mulrA [RHS]mulrA; congr (_ * _).
rewrite -mulrA -natrM bin_revision ?leq_addr /=; last by lia.
by rewrite bin_sub // subKn // addKn natrM; ring.
Qed.

End Misses.

End Exchangeable.

(** ** Unions: urns in at least one committee *)

Section Union.

Variables (m c : nat) (k : 'I_c -> nat).

(** All ways to choose the [c] committees, [k d] members in committee [d]. *)
Definition committees : pred {ffun 'I_c -> {set 'I_m}} := draws (fun d => committee m (k d)).

(** The occupied urns; the occupancy number X is how many there are. *)
Definition union (w : {ffun 'I_c -> {set 'I_m}}) : {set 'I_m} := \bigcup_d w d.

(** h(j): [j] given urns are in no committee ([Department::vacancies] of joint.rs). *)
Definition vacancy (j : nat) : rat := \prod_(d < c) ('C(m - j, k d)%:R / 'C(m, k d)%:R).

Lemma union_misses (S : {set 'I_m}) :
  Pr committees (fun w => [disjoint S & union w]) = vacancy #|S|.
Proof.
rewrite (eq_Pr (B := fun w : {ffun 'I_c -> {set 'I_m}} => [forall d, [disjoint S & w d]])).
  rewrite (Pr_draws (fun d => committee m (k d)) (fun _ A => [disjoint S & A])).
  by apply: eq_bigr => d _; rewrite committee_misses.
move=> w _; rewrite disjoint_sym disjoints_subset.
by apply/bigcupsP/forallP => h d; move: (h d); rewrite -disjoints_subset disjoint_sym; auto.
Qed.

(** The binomial moments of X ([eqn:committee-union-binom]). *)
Theorem union_moment r :
  binomial_moment committees (fun w => #|union w|) r = 'C(m, r)%:R * joint vacancy r.
Proof. exact: exchangeable_moment (joint_covers union_misses) _. Qed.

(** P(X = i) by the binomial moments of X. *)
Theorem union_law i : (i <= m)%N ->
  Pr committees (fun w => #|union w| == i)
  = \sum_(i <= r < m.+1) point_weight i r * ('C(m, r)%:R * joint vacancy r).
Proof. by move=> im; exact: (exchangeable_law (joint_covers union_misses) im). Qed.

(** P(X = i) by the binomial moments of m − X: [Count::Vacant] of exact.rs. *)
Theorem union_law_vacant i : (i <= m)%N ->
  Pr committees (fun w => #|union w| == i)
  = \sum_(m - i <= r < m.+1) point_weight (m - i) r * ('C(m, r)%:R * vacancy r).
Proof. by move=> im; exact: (vacant_law union_misses im). Qed.

(** [eqn:committee-union-pmf] *)
Theorem union_pmf i : (i <= m)%N ->
  Pr committees (fun w => #|union w| == i)
  = 'C(m, i)%:R * \sum_(j < i.+1) (-1) ^+ j * 'C(i, j)%:R * vacancy (m - i + j).
Proof. by move=> im; exact: (vacant_pmf union_misses im). Qed.

(** P(X ≥ i), as the library sums it. *)
Theorem union_tail i : (0 < i <= m)%N ->
  Pr committees (fun w => i <= #|union w|)%N
  = \sum_(i <= r < m.+1) tail_weight i r * ('C(m, r)%:R * joint vacancy r).
Proof. by move=> im; exact: (exchangeable_tail (joint_covers union_misses) im). Qed.

End Union.

Arguments committees m {c} k.
Arguments vacancy m {c} k j.

(** The committee law: [n] committees of the same size [k] ([eq:batch-probability]). *)
Theorem committee_law (m n k i : nat) : (i <= m)%N ->
  Pr (committees m (fun _ : 'I_n => k)) (fun w => #|union w| == i)
  = 'C(m, i)%:R * \sum_(j < i.+1) (-1) ^+ (i - j) * 'C(i, j)%:R * ('C(j, k)%:R / 'C(m, k)%:R) ^+ n.
Proof.
move=> im; rewrite union_pmf //; congr (_ * _).
rewrite (reindex_inj rev_ord_inj) /=; apply: eq_bigr => -[j /= ji] _.
rewrite /vacancy prodr_const card_ord subSS bin_sub //.
by rewrite (_ : m - (m - i + (i - j)) = j)%N //; lia.
Qed.

(** ** Classic occupancy: [n] balls, each into any of [m] urns *)

Section Balls.

Variables (m n : nat).

Definition occupied (w : {ffun 'I_n -> 'I_m}) : {set 'I_m} := [set w d | d : 'I_n].

Lemma balls_miss (S : {set 'I_m}) :
  Pr predT (fun w => [disjoint S & occupied w]) = ((m - #|S|)%:R / m%:R) ^+ n.
Proof.
rewrite (eq_Pr (B := fun w : {ffun 'I_n -> 'I_m} => [forall d, w d \in ~: S])).
  transitivity (Pr (draws (fun _ : 'I_n => predT)) (fun w : {ffun 'I_n -> 'I_m} =>
                      [forall d, w d \in ~: S])).
    have E : predT =i (draws (fun _ : 'I_n => predT) : pred {ffun 'I_n -> 'I_m}).
      by move=> w; apply/esym/familyP.
    exact: eq_Pr_domain E.
  rewrite (Pr_draws _ (fun _ => mem (~: S))) prodr_const card_ord /Pr; congr (_ ^+ _).
  by congr (_%:R / _%:R); [rewrite -cardsC_ord; apply: eq_card | rewrite card_ord].
move=> w _; rewrite disjoint_sym disjoints_subset.
by apply/subsetP/forallP => [h d|h _ /imsetP[d _ ->]] //; rewrite h // imset_f.
Qed.

(** The classic law ([eqn:occupy-probability]): C(m,i)·i!·S(n,i)/m^n, with the
    Stirling number written out. *)
Theorem classic_law i : (i <= m)%N ->
  Pr predT (fun w : {ffun 'I_n -> 'I_m} => #|occupied w| == i)
  = 'C(m, i)%:R * \sum_(j < i.+1) (-1) ^+ (i - j) * 'C(i, j)%:R * (j%:R / m%:R) ^+ n.
Proof.
move=> im; rewrite (vacant_pmf (h := fun j => ((m - j)%:R / m%:R) ^+ n)) //; last exact: balls_miss.
congr (_ * _).
rewrite (reindex_inj rev_ord_inj) /=; apply: eq_bigr => -[j /= ji] _.
rewrite subSS bin_sub // (_ : m - (m - i + (i - j)) = j)%N //; lia.
Qed.

(** A ball is a committee of one: both laws agree. *)
Theorem classic_is_committees_of_one i : (i <= m)%N ->
  Pr predT (fun w : {ffun 'I_n -> 'I_m} => #|occupied w| == i)
  = Pr (committees m (fun _ : 'I_n => 1%N)) (fun w => #|union w| == i).
Proof.
move=> im; rewrite classic_law // committee_law //; congr (_ * _).
by apply: eq_bigr => j _; rewrite !bin1.
Qed.

End Balls.

(** ** Intersections of departments: urns in at least one committee of every department *)

Section Intersection.

(** [I] numbers the committees, [J] the departments; [dep i] is the department of committee [i]. *)
Variables (m : nat) (I J : finType) (dep : I -> J) (k : I -> nat).

Definition all_committees : pred {ffun I -> {set 'I_m}} := draws (fun i => committee m (k i)).

Definition reached (w : {ffun I -> {set 'I_m}}) (D : J) : {set 'I_m} :=
  \bigcup_(i | dep i == D) w i.

Definition common (w : {ffun I -> {set 'I_m}}) : {set 'I_m} := \bigcap_D reached w D.

Definition department_vacancy (D : J) (j : nat) : rat :=
  \prod_(i | dep i == D) ('C(m - j, k i)%:R / 'C(m, k i)%:R).

(** Departments are independent, so their ρ multiply ([eq:mutual-batch-expected]). *)
Definition departments_joint (r : nat) : rat := \prod_D joint (department_vacancy D) r.

Lemma common_covers (S : {set 'I_m}) :
  Pr all_committees (fun w => S \subset common w) = departments_joint #|S|.
Proof.
pose sub := fun _ : J => [pred T : {set 'I_m} | T \subset S].
pose sign (f : {ffun J -> {set 'I_m}}) : rat := \prod_D (-1) ^+ #|f D|.
pose miss (f : {ffun J -> {set 'I_m}}) (w : {ffun I -> {set 'I_m}}) : rat :=
  \prod_i [disjoint f (dep i) & w i]%:R.
have missE (f : {ffun J -> {set 'I_m}}) (w : {ffun I -> {set 'I_m}}) :
    \prod_D [disjoint f D & reached w D]%:R = miss f w.
  rewrite /miss (partition_big dep xpredT) //=; apply: eq_bigr => D _.
  rewrite [RHS](eq_bigr (fun i => [disjoint f D & w i]%:R)) => [|i /eqP->//].
  rewrite disjoint_sym disjoints_subset; case: bigcupsP => [sub_w|nsub].
    by rewrite big1 // => i iD; rewrite disjoint_sym disjoints_subset sub_w.
  have /existsP[i /andP[iD ni]] : [exists i, (dep i == D) && ~~ [disjoint f D & w i]].
    apply: contra_notT nsub; rewrite negb_exists => /forallP all i iD.
    by move: (all i); rewrite iD negbK disjoint_sym disjoints_subset.
  by rewrite (bigD1 i) //= (negbTE ni) mul0r.
rewrite PrE (eq_Ex (g := fun w => \sum_(f in family sub) sign f * miss f w)); last first.
  move=> w _; transitivity (\prod_D (S \subset reached w D)%:R : rat).
    rewrite /common; case: (boolP (S \subset _)) => [/bigcapsP all|n].
      by rewrite big1 // => D _; rewrite all.
    have /existsP[D nD] : [exists D, ~~ (S \subset reached w D)].
      by rewrite -negb_forall; apply: contra n => /forallP all; apply/bigcapsP => D _.
    by rewrite (bigD1 D) //= (negbTE nD) mul0r.
  rewrite (eq_bigr (fun D => \sum_(T | sub D T) (-1) ^+ #|T| * [disjoint T & reached w D]%:R)).
    rewrite (bigA_distr_big_dep sub
               (fun D T => (-1) ^+ #|T| * [disjoint T & reached w D]%:R)).
    by apply: eq_bigr => f _; rewrite big_split -missE.
  by move=> D _; rewrite subset_indicator.
rewrite Ex_sum.
transitivity (\sum_(f in family sub) \prod_D ((-1) ^+ #|f D| * department_vacancy D #|f D|)).
  apply: eq_bigr => f _; rewrite ExZ big_split; congr (_ * _).
  rewrite (Ex_draws (fun i => committee m (k i)) (fun i A => [disjoint f (dep i) & A]%:R)).
  rewrite (partition_big dep xpredT) //=; apply: eq_bigr => D _.
  by apply: eq_bigr => i /eqP <-; rewrite -PrE committee_misses.
rewrite -(bigA_distr_big_dep sub (fun D T => (-1) ^+ #|T| * department_vacancy D #|T|)).
apply: eq_bigr => D _; rewrite (sum_subsets_card _ (fun j => (-1) ^+ j * department_vacancy D j)).
by apply: eq_bigr => j _; rewrite mulrCA mulrA.
Qed.

(** The binomial moments of X ([eq:mutual-batch-expected]). *)
Theorem intersection_moment r :
  binomial_moment all_committees (fun w => #|common w|) r = 'C(m, r)%:R * departments_joint r.
Proof. exact: (exchangeable_moment common_covers r). Qed.

(** P(X = i) ([thm:mutual-batch-occupy-moment], line 1). *)
Theorem intersection_law i : (i <= m)%N ->
  Pr all_committees (fun w => #|common w| == i)
  = \sum_(i <= r < m.+1) point_weight i r * ('C(m, r)%:R * departments_joint r).
Proof. by move=> im; exact: (exchangeable_law common_covers im). Qed.

Theorem intersection_tail i : (0 < i <= m)%N ->
  Pr all_committees (fun w => i <= #|common w|)%N
  = \sum_(i <= r < m.+1) tail_weight i r * ('C(m, r)%:R * departments_joint r).
Proof. by move=> im; exact: (exchangeable_tail common_covers im). Qed.

End Intersection.

(** ** Lists: every department has one committee *)

Section Lists.

Variables (m c : nat) (k : 'I_c -> nat).
Hypothesis k_le : forall d, (k d <= m)%N.

Definition shared (w : {ffun 'I_c -> {set 'I_m}}) : {set 'I_m} := \bigcap_d w d.

(** ∏ k^(r)/m^(r), falling factorials ([list_joint] of joint.rs). *)
Definition lists_joint (r : nat) : rat := \prod_(d < c) ((k d ^_ r)%:R / (m ^_ r)%:R).

Lemma committee_covers_ffact (j : nat) (S : {set 'I_m}) : (j <= m)%N ->
  Pr (committee m j) (fun A => S \subset A) = (j ^_ #|S|)%:R / (m ^_ #|S|)%:R.
Proof.
move=> jm; have [Sj|jS] := leqP #|S| j.
  rewrite committee_covers //; apply/eqP; rewrite eqr_div ?pnatr_eq0 -?lt0n ?bin_gt0 //; last first.
    by rewrite ffact_gt0 (leq_trans Sj).
  rewrite -!natrM eqr_nat -!bin_ffact; have /bin_revision E : (#|S| <= j <= m)%N by rewrite Sj.
  by apply/eqP; move: E; nia.
rewrite ffact_small // mul0r /Pr (_ : #|_| = 0%N) ?mul0r //.
apply: eq_card0 => A; rewrite !inE; apply/negP => /andP[/eqP Aj /subset_leq_card].
by rewrite Aj leqNgt jS.
Qed.

Lemma shared_covers (S : {set 'I_m}) :
  Pr (committees m k) (fun w => S \subset shared w) = lists_joint #|S|.
Proof.
rewrite (eq_Pr (B := fun w : {ffun 'I_c -> {set 'I_m}} => [forall d, S \subset w d])).
  rewrite (Pr_draws (fun d => committee m (k d)) (fun _ A => S \subset A)).
  by apply: eq_bigr => d _; rewrite committee_covers_ffact.
by move=> w _; apply/bigcapsP/forallP => h d; auto.
Qed.

(** [eqn:committee-intersection-binom-moment] *)
Theorem lists_moment r :
  binomial_moment (committees m k) (fun w => #|shared w|) r = 'C(m, r)%:R * lists_joint r.
Proof. exact: (exchangeable_moment shared_covers r). Qed.

(** [eqn:committee-intersection-finite-pmf] *)
Theorem lists_law i : (i <= m)%N ->
  Pr (committees m k) (fun w => #|shared w| == i)
  = \sum_(i <= r < m.+1) point_weight i r * ('C(m, r)%:R * lists_joint r).
Proof. by move=> im; exact: (exchangeable_law shared_covers im). Qed.

Theorem lists_tail i : (0 < i <= m)%N ->
  Pr (committees m k) (fun w => i <= #|shared w|)%N
  = \sum_(i <= r < m.+1) tail_weight i r * ('C(m, r)%:R * lists_joint r).
Proof. by move=> im; exact: (exchangeable_tail shared_covers im). Qed.

(** Cut off before the term [t], the sum for a point is off by at most that term (alternating.rs). *)
Theorem lists_bonferroni i t : (i <= t)%N ->
  0 <= (-1) ^+ (t - i) * (Pr (committees m k) (fun w => #|shared w| == i)
         - \sum_(i <= r < t) point_weight i r * ('C(m, r)%:R * lists_joint r))
    <= 'C(t, i)%:R * ('C(m, t)%:R * lists_joint t).
Proof.
move=> it; have := bonferroni_point (committees m k) (fun w => #|shared w|) it.
by rewrite lists_moment; under eq_bigr => r _ do rewrite lists_moment.
Qed.

End Lists.
