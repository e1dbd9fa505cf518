(** Double hashing: an item sets the bits a, a + d, …, a + (k − 1)·d modulo m. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates blocks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Where the law of an item's bits is mapped to itself, a set and its image are missed equally. *)
Lemma misses_invariant (B C : finType) (O : {pred C}) (s : C -> {set B})
    (phi : B -> B) (psi : C -> C) (T : {set B}) :
  injective phi -> injective psi -> (forall c, (psi c \in O) = (c \in O)) ->
  (forall c, s (psi c) = phi @: s c) ->
  misses O s (phi @: T) = misses O s T.
Proof.
move=> phiI psiI psiO sE; rewrite /misses !PrE /Ex; congr (_ / _).
rewrite (reindex_inj psiI) /=; apply: eq_big => [c|c _]; first by rewrite psiO.
rewrite sE -!setI_eq0 -imsetI; last by move=> x y _ _; exact: phiI.
by rewrite -!cards_eq0 card_imset.
Qed.

(** The inner sum of Theorem 1, for any function [p] of h(T) in place of the n-th power. *)
Definition inner (B C : finType) (O : {pred C}) (s : C -> {set B}) (p : rat -> rat)
    (A : {set B}) : rat :=
  \sum_(T : {set B} | T \subset A) (-1) ^+ #|T| * p (misses O s T).

Lemma inner_invariant (B C : finType) (O : {pred C}) (s : C -> {set B}) p
    (phi : B -> B) (psi : C -> C) (A : {set B}) :
  injective phi -> injective psi -> (forall c, (psi c \in O) = (c \in O)) ->
  (forall c, s (psi c) = phi @: s c) ->
  inner O s p (phi @: A) = inner O s p A.
Proof.
move=> phiI psiI psiO sE; rewrite /inner (sum_subsets_imset _ _ phiI).
by apply: eq_bigr => T _; rewrite (misses_invariant _ phiI psiI) // card_imset.
Qed.

Section DoubleHashing.

(** There are [m] = m1 + 1 bits; 'I_m1.+1 has the addition modulo m. *)
Variables (m1 k : nat) (law : {pred 'I_m1.+1}).
Notation m := m1.+1.

(** Start and step are uniform; the step is one of [law]. *)
Definition start_and_step : {pred 'I_m * 'I_m} := both predT law.

Definition positions (p : 'I_m * 'I_m) : {set 'I_m} := [set p.1 + p.2 *+ i | i : 'I_k].

Definition double_rate (n : nat) : rat := rate start_and_step positions n.

Hypothesis law_gt0 : (0 < #|law|)%N.

(** Whether a step belongs to the law depends on its greatest common divisor with m alone. True for
    all steps, for all but 0, and for the steps prime to m. *)
Hypothesis law_gcd : forall d e : 'I_m, gcdn d m = gcdn e m -> (d \in law) = (e \in law).

Lemma start_and_step_gt0 : (0 < #|start_and_step|)%N.
Proof.
rewrite (_ : #|_| = m * #|law|)%N ?muln_gt0 //.
by rewrite -[X in (X * _)%N](card_ord m) -cardX; apply: eq_card => -[x y]; rewrite !inE.
Qed.

(** The starts from which an item with the step [d] hits the set. *)
Definition hits (T : {set 'I_m}) (d : 'I_m) : {set 'I_m} :=
  [set t - d *+ nat_of_ord i | t in T, i in [set: 'I_k]].

(** h(T) = 1 − U(T)/(m·M), where U counts the starts that hit, step by step. *)
Theorem double_misses (T : {set 'I_m}) :
  misses start_and_step positions T
  = 1 - (\sum_(d in law) #|hits T d|)%:R / (m * #|law|)%:R.
Proof.
have E : misses start_and_step positions T
   = 1 - Pr start_and_step (fun p => p.1 \in hits T p.2).
  rewrite -Pr_compl ?start_and_step_gt0 //; apply: eq_Pr => -[a d] _ /=.
  rewrite -[LHS]negbK; congr negb.
  apply/pred0Pn/imset2P => [[x /andP[/= xT /imsetP[i _ xE]]]|[t i tT _ aE]].
    by exists x i; rewrite ?inE // xE addrK.
  by exists t; rewrite /= tT; apply/imsetP; exists i => //=; rewrite aE subrK.
rewrite E; congr (1 - _).
rewrite PrE (Ex_both _ _ (fun a d => (a \in hits T d)%:R)).
rewrite natrM invfM mulrA /Ex -!mulr_suml card_ord; congr (_ / _ / _).
rewrite natr_sum; apply: eq_bigr => d _.
by rewrite -sum1_card natr_sum [RHS]big_mkcond; apply: eq_bigr => a _; case: (_ \in _).
Qed.

Lemma inner_start p a d :
  inner start_and_step positions p (positions (a, d))
  = inner start_and_step positions p (positions (0, d)).
Proof.
have -> : positions (a, d) = (fun x => x + a) @: positions (0, d).
  rewrite /positions /= -imset_comp; apply: eq_imset => i /=.
  by rewrite add0r addrC.
apply: (inner_invariant _ _ (psi := fun c => (c.1 + a, c.2))) => //.
- by move=> x y /addIr.
- by move=> [x e] [y f] [E1 ->]; congr (_, _); apply: (addIr a); apply: val_inj.
- by case=> x e /=; rewrite /positions /= -imset_comp; apply: eq_imset => i /=; rewrite addrAC.
Qed.

Lemma gcdn_mulrn (d : 'I_m) u : coprime u m -> gcdn (d *+ u)%R m = gcdn d m.
Proof.
move=> um; rewrite Zp_mulrn /= gcdn_modl.
by rewrite gcdnC Gauss_gcdl // 1?gcdnC // coprime_sym.
Qed.

Lemma mulrn_inj u : coprime u m -> injective (fun x : 'I_m => x *+ u).
Proof.
move=> um x y /(congr1 val); rewrite /= !Zp_mulrn /= => E; apply: val_inj => /=.
have := E => /eqP; rewrite -!/(modn _ _).
wlog xy : x y E / (x <= y)%N => [H|].
  by case/orP: (leq_total x y) => ? /eqP ?;
     [apply: H => //; apply/eqP | apply/esym/H => //; apply/eqP].
rewrite eq_sym eqn_mod_dvd ?leq_mul2r ?xy ?orbT // -mulnBl Gauss_dvdl; last by rewrite coprime_sym.
move=> /dvdnP[[|c] cE]; first by lia.
have := ltn_ord y; nia.
Qed.

Lemma inner_unit p u d : coprime u m ->
  inner start_and_step positions p (positions (0, d *+ u))
  = inner start_and_step positions p (positions (0, d)).
Proof.
move=> um.
have -> : positions (0, d *+ u) = (fun x => x *+ u) @: positions (0, d).
  rewrite /positions /= -imset_comp; apply: eq_imset => i /=.
  by rewrite !add0r -!mulrnA mulnC.
apply: (inner_invariant _ _ (psi := fun c => (c.1 *+ u, c.2 *+ u))).
- exact: mulrn_inj.
- by move=> [x e] [y f] [/(mulrn_inj um) -> /(mulrn_inj um) ->].
- by case=> x e; rewrite !inE /=; apply: law_gcd; exact: gcdn_mulrn.
- case=> x e /=; rewrite /positions /= -imset_comp; apply: eq_imset => i /=.
  by rewrite mulrnDl -!mulrnA mulnC.
Qed.

(** A step is its greatest common divisor with m times a unit modulo m. *)
Lemma step_unit (d : 'I_m) : exists2 u, coprime u m & d = inZp (gcdn d m) *+ u.
Proof.
set g := gcdn d m; have g0 : (0 < g)%N by rewrite gcdn_gt0 orbT.
set q := (m %/ g)%N; set v := (d %/ g)%N.
have mE : m = (q * g)%N by rewrite divnK ?dvdn_gcdr.
have dE : (d = v * g :> nat)%N by rewrite divnK ?dvdn_gcdl.
have q0 : (0 < q)%N by case: q mE => //; lia.
have vq : coprime v q.
  rewrite /coprime -(eqn_pmul2r g0) muln_gcdl -dE -mE mul1n; exact: eqxx.
pose mq := (m`_(\pi(q)))%N; pose mr := (m`_(\pi(q)^'))%N.
have mqr : coprime mq mr by exact: coprime_partC.
have mm : (mq * mr = m)%N by rewrite partnC.
pose u := (mr * mq + chinese mq mr v 1)%N.
have u0 : (0 < u)%N by rewrite /u mulnC mm.
have qmq : (q %| mq)%N.
  rewrite -(@part_pnat_id \pi(q) q) ?pnat_pi // partn_dvd //.
  by apply/dvdnP; exists g; rewrite mulnC.
have uv : (u = v %[mod mq])%N.
  by rewrite /u modnMDl chinese_modl.
have ur : (u = 1 %[mod mr])%N.
  by rewrite /u mulnC modnMDl chinese_modr.
have uvq : (u = v %[mod q])%N.
  by rewrite -(modn_dvdm u qmq) uv modn_dvdm.
exists u.
  rewrite -mm coprimeMr; apply/andP; split.
    rewrite coprime_sym; apply: (pnat_coprime (part_pnat _ _)).
    rewrite -coprime_pi' //.
    by rewrite coprime_sym /coprime -gcdn_modl uvq gcdn_modl.
  by rewrite /coprime -gcdn_modl ur gcdn_modl gcd1n.
apply: val_inj; rewrite Zp_mulrn /= modnMml.
have -> : ((g * u) %% m = u %% q * g)%N by rewrite [(g * u)%N]mulnC mE -muln_modl.
rewrite uvq modn_small //.
by rewrite -(ltn_pmul2r g0) -dE -mE.
Qed.

(** Theorem 1 (classes): the steps of one greatest common divisor g have the same inner sum, so
    that one step of each class is enough. *)
Theorem double_classes_of p :
  Ex start_and_step (fun c => inner start_and_step positions p (positions c))
  = \sum_(g <- divisors m) #|[pred d in law | gcdn d m == g]|%:R / #|law|%:R
      * inner start_and_step positions p (positions (0, inZp g)).
Proof.
pose G d := inner start_and_step positions p (positions (0, d)).
transitivity (Ex law G).
  rewrite (eq_Ex (g := fun c => G c.2)); last by case=> a d _; rewrite inner_start.
  rewrite (Ex_both _ _ (fun _ d => G d)); apply: eq_Ex => d _.
  by rewrite Ex_const // card_ord.
have GE (d : 'I_m) : G d = G (inZp (gcdn d m)).
  by have [u um {1}->] := step_unit d; rewrite /G inner_unit.
rewrite /Ex; under [RHS]eq_bigr => g _ do rewrite mulrAC.
rewrite -mulr_suml; congr (_ / _).
rewrite (eq_bigr (fun d : 'I_m => \sum_(g <- divisors m) (gcdn d m == g)%:R * G (inZp g))).
  rewrite exchange_big /=; apply: eq_bigr => g _; rewrite -mulr_suml; congr (_ * _).
  rewrite -sum1_card natr_sum big_mkcondr /=; apply: eq_bigr => d _.
  by case: eqP.
move=> d _; rewrite GE (big_rem (gcdn d m)) /=; last by rewrite -dvdn_divisors ?dvdn_gcdr.
rewrite eqxx mul1r big_seq big1 ?addr0 // => g.
rewrite rem_filter ?divisors_uniq // mem_filter /= => /andP[/negbTE ng _].
by rewrite eq_sym ng mul0r.
Qed.

Theorem double_classes n :
  double_rate n
  = \sum_(g <- divisors m) #|[pred d in law | gcdn d m == g]|%:R / #|law|%:R
      * \sum_(T : {set 'I_m} | T \subset positions (0, inZp g))
          (-1) ^+ #|T| * misses start_and_step positions T ^+ n.
Proof. by rewrite /double_rate patterns; exact: (double_classes_of (fun h => h ^+ n)). Qed.

(** The same within blocks. *)
Theorem double_blocks b n : (0 < b)%N ->
  block_rate start_and_step positions b n
  = \sum_(g <- divisors m) #|[pred d in law | gcdn d m == g]|%:R / #|law|%:R
      * \sum_(T : {set 'I_m} | T \subset positions (0, inZp g))
          (-1) ^+ #|T| * (1 - (1 - misses start_and_step positions T) / b%:R) ^+ n.
Proof.
move=> b0; rewrite (blocks _ start_and_step_gt0 b0).
exact: (double_classes_of (fun h => (1 - (1 - h) / b%:R) ^+ n)).
Qed.

End DoubleHashing.
