(** Probability as counting: a finite set of equally likely outcomes, and rationals.

    A law that is not uniform is a function of outcomes that are: an item chooses one of the
    outcomes of [O], and [s] says which bits the choice stands for. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.algebra_tactics Require Import ring.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Counting.

Variables (T : finType) (O : {pred T}).

(** The mean of [f] over the outcomes in [O]. *)
Definition Ex (f : T -> rat) : rat := (\sum_(w in O) f w) / #|O|%:R.

(** The share of the outcomes in [O] that are in [A]. *)
Definition Pr (A : pred T) : rat := #|[pred w in O | A w]|%:R / #|O|%:R.

Lemma PrE (A : pred T) : Pr A = Ex (fun w => (A w)%:R).
Proof.
rewrite /Pr /Ex; congr (_ / _).
rewrite -sum1_card natr_sum big_mkcondr /=; apply: eq_bigr => w _.
by case: (A w).
Qed.

Lemma eq_Ex (f g : T -> rat) : {in O, f =1 g} -> Ex f = Ex g.
Proof. by move=> fg; rewrite /Ex; congr (_ / _); apply: eq_bigr. Qed.

Lemma eq_Pr (A B : pred T) : {in O, A =1 B} -> Pr A = Pr B.
Proof. by move=> AB; rewrite !PrE; apply: eq_Ex => w /AB ->. Qed.

Lemma ExD (f g : T -> rat) : Ex (fun w => f w + g w) = Ex f + Ex g.
Proof. by rewrite /Ex big_split mulrDl. Qed.

Lemma ExN (f : T -> rat) : Ex (fun w => - f w) = - Ex f.
Proof. by rewrite /Ex sumrN mulNr. Qed.

Lemma ExB (f g : T -> rat) : Ex (fun w => f w - g w) = Ex f - Ex g.
Proof. by rewrite ExD ExN. Qed.

Lemma ExZ a (f : T -> rat) : Ex (fun w => a * f w) = a * Ex f.
Proof. by rewrite /Ex -mulr_sumr mulrA. Qed.

Lemma ExZr a (f : T -> rat) : Ex (fun w => f w * a) = Ex f * a.
Proof. by rewrite mulrC -ExZ; apply: eq_Ex => w _; rewrite mulrC. Qed.

Lemma Ex_sum (I : Type) (r : seq I) (P : pred I) (f : I -> T -> rat) :
  Ex (fun w => \sum_(i <- r | P i) f i w) = \sum_(i <- r | P i) Ex (f i).
Proof.
by rewrite /Ex exchange_big /= mulr_suml; apply: eq_bigr => i _.
Qed.

Lemma Ex_const a : (0 < #|O|)%N -> Ex (fun _ => a) = a.
Proof.
move=> O0; rewrite /Ex sumr_const -(mulr_natr a) mulfK //.
by rewrite pnatr_eq0 -lt0n.
Qed.

Lemma Ex_ge0 (f : T -> rat) : {in O, forall w, 0 <= f w} -> 0 <= Ex f.
Proof. by move=> f0; rewrite /Ex divr_ge0 ?sumr_ge0 ?ler0n. Qed.

Lemma Ex_le (f g : T -> rat) : {in O, forall w, f w <= g w} -> Ex f <= Ex g.
Proof.
move=> fg; rewrite -subr_ge0 -ExB; apply: Ex_ge0 => w wO.
by rewrite subr_ge0 fg.
Qed.

Lemma Pr_ge0 A : 0 <= Pr A.
Proof. by rewrite PrE; apply: Ex_ge0 => w _; rewrite ler0n. Qed.

Lemma Pr_compl A : (0 < #|O|)%N -> Pr (predC A) = 1 - Pr A.
Proof.
move=> O0; rewrite !PrE -[X in X - _](Ex_const 1 O0) -ExB; apply: eq_Ex => w _ /=.
by case: (A w) => /=; rewrite ?subrr ?subr0.
Qed.

Lemma Pr_le1 A : Pr A <= 1.
Proof.
rewrite /Pr; have [->|O0] := posnP #|O|; first by rewrite invr0 mulr0.
rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat subset_leq_card //.
by apply/subsetP => w /andP[].
Qed.

End Counting.

Lemma eq_Ex_domain (T : finType) (O Q : {pred T}) (f : T -> rat) : O =i Q -> Ex O f = Ex Q f.
Proof. by move=> E; rewrite /Ex (eq_bigl _ _ E) (eq_card E). Qed.

Lemma eq_Pr_domain (T : finType) (O Q : {pred T}) (A : pred T) : O =i Q -> Pr O A = Pr Q A.
Proof. by move=> E; rewrite !PrE (eq_Ex_domain _ E). Qed.

(** The distribution of [f] determines its mean. *)
Lemma Ex_comp (T : finType) (O : {pred T}) (g : T -> nat) (F : nat -> rat) n :
  {in O, forall w, (g w <= n)%N} ->
  Ex O (fun w => F (g w)) = \sum_(i < n.+1) Pr O (fun w => g w == i) * F i.
Proof.
move=> gn; pose f i w := ((g w == i)%:R * F i : rat).
rewrite (eq_Ex (g := fun w => \sum_(i < n.+1) f i w)).
  by rewrite Ex_sum; apply: eq_bigr => i _; rewrite /f ExZr PrE.
move=> w wO; rewrite /f /=.
rewrite (bigD1 (inord (g w))) //= inordK ?ltnS ?gn // eqxx mul1r big1 ?addr0 //.
move=> i ine; case: eqP => [gi|]; last by rewrite mul0r.
by case/eqP: ine; apply: val_inj; rewrite /= inordK ?ltnS ?gn.
Qed.

(** *** Two independent draws *)

Definition both (T U : finType) (O : {pred T}) (Q : {pred U}) : pred (T * U) :=
  [pred p | (p.1 \in O) && (p.2 \in Q)].

Lemma Ex_both (T U : finType) (O : {pred T}) (Q : {pred U}) (f : T -> U -> rat) :
  Ex (both O Q) (fun p => f p.1 p.2) = Ex Q (fun u => Ex O (fun w => f w u)).
Proof.
rewrite /Ex -mulr_suml -mulrA -invfM -natrM exchange_big /=.
rewrite pair_big /=; congr (_ / _%:R).
by rewrite -cardX; apply: eq_card => -[x y]; rewrite !inE.
Qed.

(** *** Many independent draws *)

Lemma Ex_swap (T U : finType) (O : {pred T}) (Q : {pred U}) (f : T -> U -> rat) :
  Ex Q (fun u => Ex O (fun w => f w u)) = Ex O (fun w => Ex Q (fun u => f w u)).
Proof. by rewrite /Ex -!mulr_suml exchange_big /= mulrAC. Qed.

(** *** Many independent draws *)

Section Independent.

Variables (I U : finType) (Q : I -> {pred U}).

(** Draw number [i] is one of the outcomes in [Q i]. *)
Definition draws : pred {ffun I -> U} := family Q.

Lemma card_draws_rat : #|draws|%:R = \prod_i #|Q i|%:R :> rat.
Proof.
rewrite -[LHS]/(_%:R) -sumr_const.
rewrite (eq_bigr (fun _ : {ffun I -> U} => \prod_(i : I) 1)); last by rewrite big1_eq.
rewrite -(bigA_distr_big_dep (fun i => mem (Q i)) (fun _ _ => 1 : rat)).
by apply: eq_bigr => i _; rewrite sumr_const.
Qed.

(** Independence: the mean of a product of functions of the draws. *)
Lemma Ex_draws (F : I -> U -> rat) :
  Ex draws (fun w : {ffun I -> U} => \prod_i F i (w i)) = \prod_i Ex (Q i) (F i).
Proof.
rewrite /Ex card_draws_rat big_split /= -prodfV.
by rewrite -(bigA_distr_big_dep (fun i => mem (Q i)) F).
Qed.

(** The chance that every draw does something. *)
Lemma Pr_draws (A : I -> pred U) :
  Pr draws (fun w : {ffun I -> U} => [forall i, A i (w i)]) = \prod_i Pr (Q i) (A i).
Proof.
rewrite PrE (eq_Ex (g := fun w : {ffun I -> U} => \prod_i (A i (w i))%:R)).
  rewrite (Ex_draws (fun i u => (A i u)%:R)).
  by apply: eq_bigr => i _; rewrite PrE.
move=> w _; case: forallP => [Aw|nA]; first by rewrite big1 // => i _; rewrite Aw.
have /existsP[i /negbTE Ai] : [exists i, ~~ A i (w i)].
  by rewrite -negb_forall; apply/forallP.
by rewrite (bigD1 i) //= Ai mul0r.
Qed.

Lemma draws_gt0 : (forall i, 0 < #|Q i|)%N -> (0 < #|draws|)%N.
Proof.
move=> Q0; rewrite -(ltr_nat rat_numDomainType) card_draws_rat.
by apply: prodr_gt0 => i _; rewrite ltr0n.
Qed.

End Independent.
