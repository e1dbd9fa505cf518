(** Blocked, split and partitioned filters: Theorem 2 of docs/internals/blocks.md and its layouts. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma sum_subsets_imset (A B : finType) (f : A -> B) (D : {set A}) (F : {set B} -> rat) :
  injective f ->
  \sum_(T : {set B} | T \subset f @: D) F T = \sum_(T : {set A} | T \subset D) F (f @: T).
Proof.
move=> fI; rewrite (reindex_onto (fun T : {set A} => f @: T) (fun T => f @^-1: T)) /=.
  apply: eq_bigl => T; rewrite (_ : f @^-1: (f @: T) == T) ?andbT.
    apply/subsetP/subsetP => sub x xT; last by case/imsetP: xT => y yT ->; rewrite imset_f ?sub.
    by have := sub _ (imset_f f xT); rewrite mem_imset.
  by apply/eqP/setP => x; rewrite inE mem_imset.
move=> T /subsetP TD; apply/setP => y; apply/imsetP/idP => [[x + ->]|yT]; first by rewrite inE.
by have /imsetP[x xD yx] := TD _ yT; exists x => //; rewrite inE -yx.
Qed.

Lemma prod_one_plus (I : finType) (x : I -> rat) :
  \prod_i (1 + x i) = \sum_(J : {set I}) \prod_(i in J) x i.
Proof.
pose G i (b : bool) := if b then x i else 1.
transitivity (\prod_(i : I) \sum_(b : bool) G i b).
  by apply: eq_bigr => i _; rewrite big_bool addrC.
rewrite bigA_distr_bigA (reindex (fun J : {set I} => [ffun i => i \in J])) /=; last first.
  exists (fun f : {ffun I -> bool} => [set i | f i]) => [J _|f _].
    by apply/setP => i; rewrite inE ffunE.
  by apply/ffunP => i; rewrite ffunE inE.
apply: eq_bigr => J _; rewrite [RHS]big_mkcond /=.
by apply: eq_bigr => i _; rewrite ffunE.
Qed.

(** ** Theorem 2 (blocks) *)

Section Blocks.

Variables (B C : finType) (O : {pred C}) (s : C -> {set B}) (b : nat).
Hypothesis O_gt0 : (0 < #|O|)%N.
Hypothesis b_gt0 : (0 < b)%N.

(** An item takes one of [b] blocks, and chooses within it. *)
Definition block_choice : {pred 'I_b * C} := both predT O.

Definition block_bits (p : 'I_b * C) : {set 'I_b * B} := [set (p.1, x) | x in s p.2].

(** The rate of the filter of [b] blocks. *)
Definition block_rate (n : nat) : rat := rate block_choice block_bits n.

Lemma b_neq0 : b%:R != 0 :> rat. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Lemma block_choice_gt0 : (0 < #|block_choice|)%N.
Proof.
rewrite (_ : #|_| = b * #|O|)%N ?muln_gt0 ?b_gt0 //.
by rewrite -[X in (X * _)%N](card_ord b) -cardX; apply: eq_card => -[x y]; rewrite !inE.
Qed.

Lemma pair_inj (beta : 'I_b) : injective (fun x : B => (beta, x)).
Proof. by move=> x y []. Qed.

(** An item misses the set if it is elsewhere, or there and misses it. *)
Lemma block_misses (beta : 'I_b) (T : {set B}) :
  misses block_choice block_bits [set (beta, x) | x in T] = 1 - (1 - misses O s T) / b%:R.
Proof.
rewrite /misses PrE.
rewrite (eq_Ex (g := fun p => 1 - (p.1 == beta)%:R * (~~ [disjoint T & s p.2])%:R)); last first.
  case=> beta' c _ /=; have [<-|ne] := eqVneq beta' beta.
    have -> : [disjoint [set (beta', x) | x in T] & block_bits (beta', c)] = [disjoint T & s c].
      rewrite -!setI_eq0 /block_bits /= -imsetI; last by move=> x y _ _ [].
      by rewrite -!cards_eq0 card_imset //; exact: pair_inj.
    by rewrite mul1r; case: [disjoint _ & _]; rewrite ?subr0 ?subrr.
  rewrite mul0r subr0 (_ : [disjoint _ & _]) //.
  rewrite disjoints_subset; apply/subsetP => _ /imsetP[x _ ->]; rewrite inE.
  by apply/negP => /imsetP[y _ [E _]]; rewrite E eqxx in ne.
rewrite ExB Ex_const ?block_choice_gt0 //; congr (1 - _).
rewrite (Ex_both _ _ (fun beta' c => (beta' == beta)%:R * (~~ [disjoint T & s c])%:R)).
rewrite (eq_Ex (g := fun c => (~~ [disjoint T & s c])%:R * b%:R^-1)); last first.
  move=> c _; rewrite ExZr mulrC; congr (_ * _).
  rewrite /Ex (bigD1 beta) //= eqxx big1 => [|i /negbTE->//].
  by rewrite addr0 card_ord mul1r.
by rewrite ExZr -PrE Pr_compl.
Qed.

Lemma Ex_block (G : C -> rat) : Ex block_choice (fun p => G p.2) = Ex O G.
Proof.
rewrite (Ex_both _ _ (fun _ c => G c)); apply: eq_Ex => c _.
by rewrite Ex_const // card_ord.
Qed.

Theorem blocks n :
  block_rate n = Ex O (fun c => \sum_(T : {set B} | T \subset s c)
                                 (-1) ^+ #|T| * (1 - (1 - misses O s T) / b%:R) ^+ n).
Proof.
rewrite /block_rate patterns.
rewrite -(Ex_block (fun c => \sum_(T : {set B} | T \subset s c) _)); apply: eq_Ex => -[beta c] _.
rewrite /block_bits /= (sum_subsets_imset _ _ (@pair_inj beta)).
apply: eq_bigr => T _.
by rewrite card_imset ?block_misses //; exact: pair_inj.
Qed.

(** Where h depends on the size of the set alone. *)
Theorem blocks_by_size (h : nat -> rat) K n :
  {in O, forall c, #|s c| <= K}%N ->
  (forall c (T : {set B}), c \in O -> T \subset s c -> misses O s T = h #|T|) ->
  block_rate n = \sum_(j < K.+1) (-1) ^+ j * subsets O s j * (1 - (1 - h j) / b%:R) ^+ n.
Proof.
move=> sK mh; rewrite blocks (by_size (g := fun j => (1 - (1 - h j) / b%:R) ^+ n) sK) //.
by move=> c T cO Ts; rewrite (mh c).
Qed.

(** f = E f_B(N), N binomial(n, 1/b): the mean of one block's rate over its load. *)
Theorem blocks_mixture n :
  block_rate n = \sum_(i < n.+1) 'C(n, i)%:R * (1 / b%:R) ^+ i * (1 - 1 / b%:R) ^+ (n - i)
                                 * rate O s i.
Proof.
rewrite blocks.
rewrite (eq_Ex (g := fun c => \sum_(i < n.+1) 'C(n, i)%:R * (1 / b%:R) ^+ i
   * (1 - 1 / b%:R) ^+ (n - i)
   * \sum_(T : {set B} | T \subset s c) (-1) ^+ #|T| * misses O s T ^+ i)).
  by rewrite Ex_sum; apply: eq_bigr => i _; rewrite ExZ -patterns.
move=> c _; under [RHS]eq_bigr => i _ do rewrite mulr_sumr.
rewrite exchange_big /=; apply: eq_bigr => T _.
rewrite (_ : 1 - (1 - misses O s T) / b%:R = (1 - 1 / b%:R) + 1 / b%:R * misses O s T); last first.
  by move: b_neq0 => bN; field.
rewrite exprDn mulr_sumr; apply: eq_bigr => i _.
by rewrite exprMn -mulr_natl; move: (_ ^+ #|T|) (_ ^+ (n - i)) (_ ^+ i) (_ ^+ i) => e p q r; ring.
Qed.

End Blocks.

(** Blocks of [m] bits, standard and classic *)
Theorem blocked_standard m k b n : (0 < m)%N -> (0 < b)%N ->
  block_rate predT (@occupied m k) b n
  = \sum_(j < (minn k m).+1) (-1) ^+ j * a_S m k j
                             * (1 - (1 - ((m - j)%:R / m%:R) ^+ k) / b%:R) ^+ n.
Proof.
move=> m0 b0.
rewrite (blocks_by_size _ b0 (h := fun j => ((m - j)%:R / m%:R) ^+ k) (K := minn k m)) //.
- by rewrite card_ffun !card_ord expn_gt0 m0.
- by move=> w _; exact: occupied_le_min.
- by move=> c T _ _; exact: balls_miss.
Qed.

Theorem blocked_classic m k b n : (k <= m)%N -> (0 < b)%N ->
  block_rate (committee m k) id b n
  = \sum_(j < k.+1) (-1) ^+ j * 'C(k, j)%:R
                    * (1 - (1 - 'C(m - j, k)%:R / 'C(m, k)%:R) / b%:R) ^+ n.
Proof.
move=> km b0.
rewrite (blocks_by_size _ b0 (h := fun j => 'C(m - j, k)%:R / 'C(m, k)%:R) (K := k)) //.
- by apply: eq_bigr => j _; rewrite subsets_C.
- exact: committee_gt0.
- by move=> A /eqP ->.
- by move=> c T _ _; exact: committee_misses.
Qed.

(** ** Partitioned filters: one bit in each slice *)

Section Slices.

(** Slice [i] has the positions in [Q i]; an item sets one of them, all being equally likely. *)
Variables (I U : finType) (Q : I -> {pred U}).
Hypothesis Q_gt0 : forall i, (0 < #|Q i|)%N.

Definition slice_choice : pred {ffun I -> U} := draws Q.

Definition slice_bits (c : {ffun I -> U}) : {set I * U} := [set (i, c i) | i : I].

Definition partitioned_rate (n : nat) : rat := rate slice_choice slice_bits n.

Lemma slice_choice_gt0 : (0 < #|slice_choice|)%N.
Proof. exact: draws_gt0. Qed.

Lemma slice_inj (c : {ffun I -> U}) : injective (fun i => (i, c i)).
Proof. by move=> i j []. Qed.

Lemma slice_misses (c : {ffun I -> U}) (J : {set I}) : c \in slice_choice ->
  misses slice_choice slice_bits [set (i, c i) | i in J] = \prod_(i in J) (1 - 1 / #|Q i|%:R).
Proof.
move=> /familyP cQ.
rewrite /misses (eq_Pr (B := fun e : {ffun I -> U} => [forall i, (i \in J) ==> (e i != c i)])).
  rewrite (Pr_draws Q (fun i u => (i \in J) ==> (u != c i))) [RHS]big_mkcond /=.
  apply: eq_bigr => i _; have Qi := Q_gt0 i; case: (i \in J) => /=; last first.
    by rewrite PrE Ex_const.
  rewrite (_ : Pr _ _ = Pr (Q i) (predC (fun u => u == c i))) // Pr_compl //; congr (1 - _).
  rewrite /Pr (_ : #|_| = 1%N) // -(card1 (c i)); apply: eq_card => u.
  rewrite inE [RHS]inE andbC; case: eqP => //= ->.
  exact: cQ.
move=> e _; rewrite disjoints_subset; apply/subsetP/forallP => [sub i|all _ /imsetP[i iJ ->]].
  apply/implyP => iJ; have := sub _ (imset_f (fun i => (i, c i)) iJ).
  by rewrite inE; apply: contra => /eqP ei; apply/imsetP; exists i => //; rewrite ei.
rewrite inE; apply/negP => /imsetP[j _ [ij ec]]; have := all i.
by rewrite iJ ec ij eqxx.
Qed.

(** f = ∏ (1 − (1 − 1/s_i)^n) *)
Theorem partitioned n :
  partitioned_rate n = \prod_i (1 - (1 - 1 / #|Q i|%:R) ^+ n).
Proof.
rewrite /partitioned_rate patterns.
rewrite (eq_Ex (g := fun _ => \prod_i (1 - (1 - 1 / #|Q i|%:R) ^+ n))).
  by rewrite Ex_const // slice_choice_gt0.
move=> c cO.
have E : slice_bits c = [set (i, c i) | i in [set: I]].
  by apply/setP => x; apply/imsetP/imsetP => -[i _ ->]; exists i; rewrite ?inE.
rewrite E (sum_subsets_imset _ _ (@slice_inj c)) prod_one_plus.
rewrite (eq_bigl xpredT) => [|J]; last by rewrite subsetT.
apply: eq_bigr => J _; rewrite card_imset; last exact: slice_inj.
by rewrite slice_misses // -prodrXl prodrN.
Qed.

End Slices.

(** ** Split blocks: [k] words of [w] bits, one bit in each word (Parquet: k = 8, w = 32) *)

Section Split.

Variables (k w b : nat).
Hypothesis w_gt0 : (0 < w)%N.
Hypothesis b_gt0 : (0 < b)%N.

Definition word_choice : pred {ffun 'I_k -> 'I_w} := slice_choice (fun _ => predT).

Lemma word_gt0 (i : 'I_k) : (0 < #|(predT : {pred 'I_w})|)%N.
Proof. by rewrite card_ord. Qed.

Lemma word_misses (c : {ffun 'I_k -> 'I_w}) (T : {set 'I_k * 'I_w}) :
  c \in word_choice -> T \subset slice_bits c ->
  misses word_choice (@slice_bits _ _) T = (1 - 1 / w%:R) ^+ #|T|.
Proof.
move=> cO Ts.
have -> : T = [set (i, c i) | i in [set i | (i, c i) \in T]].
  apply/setP => x; apply/idP/imsetP => [xT|[i + ->]]; last by rewrite inE.
  have /imsetP[i _ xE] := subsetP Ts _ xT.
  by exists i => //; rewrite inE -xE.
rewrite (slice_misses word_gt0) // card_imset; last exact: slice_inj.
by rewrite card_ord prodr_const.
Qed.

Lemma card_word_bits (c : {ffun 'I_k -> 'I_w}) : #|slice_bits c| = k.
Proof. by rewrite card_imset ?card_ord //; exact: slice_inj. Qed.

(** The rate of [b] split blocks: Parquet's filter has [k] = 8 and [w] = 32. *)
Theorem split_blocks n :
  block_rate word_choice (@slice_bits _ _) b n
  = \sum_(j < k.+1) (-1) ^+ j * 'C(k, j)%:R * (1 - (1 - (1 - 1 / w%:R) ^+ j) / b%:R) ^+ n.
Proof.
rewrite (blocks_by_size _ b_gt0 (h := fun j => (1 - 1 / w%:R) ^+ j) (K := k)) //.
- apply: eq_bigr => j _; congr (_ * _ * _).
  rewrite /subsets /binomial_moment (eq_Ex (g := fun _ => 'C(k, j)%:R)).
    by rewrite Ex_const // slice_choice_gt0 //; exact: word_gt0.
  by move=> c _; rewrite card_word_bits.
- by rewrite slice_choice_gt0 //; exact: word_gt0.
- by move=> c _; rewrite card_word_bits.
- exact: word_misses.
Qed.

(** One split block is a partitioned filter. *)
Theorem split_one_block n :
  rate word_choice (@slice_bits _ _) n = (1 - (1 - 1 / w%:R) ^+ n) ^+ k.
Proof.
rewrite -/(partitioned_rate _ _) (partitioned word_gt0).
by rewrite card_ord prodr_const card_ord.
Qed.

End Split.
