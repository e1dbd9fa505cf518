(** Theorem 3 of double hashing: which divisors of m matter.

    What a step loses depends on its relations g·x ≡ (i − i')·d alone. Where m/g is above 2(k − 1)², the
    numbers of steps with given relations depend on gcd(g, L) alone, L a multiple of 1, …, k − 1. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates blocks double_hashing coincidences.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Relations.

Variables (m1 k : nat).
Notation m := m1.+1.
Notation relations := {set 'I_k * 'I_k * 'I_k}.

(** The relations (x, i, i') of a step: p·x = (i − i')·d. *)
Definition relations_of (p d : 'I_m) : relations :=
  [set s | p *+ nat_of_ord s.1.1 == d *+ nat_of_ord s.1.2 - d *+ nat_of_ord s.2].

(** ** What is lost, by the relations alone *)

Definition zero_of (i : 'I_k) : 'I_k := Ordinal (leq_ltn_trans (leq0n i) (ltn_ord i)).
Definition difference (t u : 'I_k) : 'I_k := Ordinal (leq_ltn_trans (leq_subr u t) (ltn_ord t)).

Definition mask_by (R : relations) (x : 'I_k) : {set 'I_k} :=
  [set i : 'I_k | [forall i' : 'I_k, (i' < i)%N ==> ((zero_of i, i, i') \notin R)]
                  && [exists i' : 'I_k, (x, i, i') \in R]].

Definition lost_by (T : {set 'I_k}) (R : relations) : nat :=
  \sum_(t in T) #|\bigcup_(u in T | (u < t)%N) mask_by R (difference t u)|.

Lemma below_order (p d : 'I_m) (i : 'I_k) :
  (i < order d)%N
  = [forall i' : 'I_k, (i' < i)%N ==> ((zero_of i, i, i') \notin relations_of p d)].
Proof.
have zeroE (i' : 'I_k) : (i' < i)%N ->
    ((zero_of i, i, i') \in relations_of p d) = (order d %| i - i')%N.
  by move=> ii; rewrite inE /= mulr0n eq_sym subr_eq0 mulrn_same // ltnW.
apply/idP/forallP => [io i'|no].
  apply/implyP => ii; rewrite zeroE // gtnNdvd ?subn_gt0 //.
  by rewrite (leq_ltn_trans (leq_subr _ _)).
rewrite ltnNge; apply/negP => oi.
have ik : (i - order d < k)%N by rewrite (leq_ltn_trans (leq_subr _ _)).
have ii : (Ordinal ik < i)%N by rewrite /= ltn_subrL order_gt0 (leq_trans (order_gt0 d)).
by have := no (Ordinal ik); rewrite ii /= zeroE // subKn // dvdnn.
Qed.

Lemma lost_relations (p d : 'I_m) (T : {set 'I_k}) : lost k p d T = lost_by T (relations_of p d).
Proof.
apply: eq_bigr => t _; congr #|pred_of_set _|; apply: eq_bigr => u _.
by apply/setP => i; rewrite !inE -below_order; congr (_ && _); apply: eq_existsb => i'; rewrite inE.
Qed.

(** ** Sums over the steps by how often relations occur together *)

Definition with_relations (p : 'I_m) (R : relations) : {pred 'I_m} :=
  [pred d | R \subset relations_of p d].

Lemma exactly (p : 'I_m) (R : relations) :
  (#|with_relations p R| = #|[pred d | relations_of p d == R]|
     + \sum_(Q : relations | R \proper Q) #|[pred d | relations_of p d == Q]|)%N.
Proof.
have split_card (Q : relations) :
    #|[pred d | relations_of p d == Q]| = (\sum_(d : 'I_m) (relations_of p d == Q))%N.
  by rewrite -sum1_card big_mkcond; apply: eq_bigr => d _; rewrite inE; case: eqP.
transitivity (\sum_(Q : relations | R \subset Q) #|[pred d | relations_of p d == Q]|)%N; last first.
  rewrite (bigD1 R) //=; congr (_ + _)%N; apply: eq_bigl => Q.
  by rewrite properEneq andbC eq_sym.
rewrite (eq_bigr _ (fun Q _ => split_card Q)) exchange_big /= -sum1_card big_mkcond /=.
apply: eq_bigr => d _; rewrite inE; set D := relations_of p d.
rewrite big_mkcond (bigD1 D) //= eqxx big1 ?addn0; first by case: (R \subset D).
by move=> Q QD; rewrite eq_sym (negbTE QD); case: ifP.
Qed.

Lemma same_relations (p1 p2 : 'I_m) :
  (forall R, #|with_relations p1 R| = #|with_relations p2 R|) ->
  forall F : relations -> nat,
  (\sum_(d : 'I_m) F (relations_of p1 d) = \sum_(d : 'I_m) F (relations_of p2 d))%N.
Proof.
move=> same F.
have exact_same n : forall R : relations, (#|~: R| < n)%N ->
    #|[pred d | relations_of p1 d == R]| = #|[pred d | relations_of p2 d == R]|.
  elim: n => // n IH R Rn; have := same R; rewrite !exactly.
  rewrite [X in (_ + X)%N](eq_bigr (fun Q : relations => #|[pred d | relations_of p2 d == Q]|)).
    by move/eqP; rewrite eqn_add2r => /eqP.
  move=> Q RQ; apply: IH; rewrite -ltnS; apply: leq_trans Rn; rewrite ltnS.
  by apply: proper_card; rewrite properC.
have by_set p : (\sum_(d : 'I_m) F (relations_of p d)
   = \sum_(R : relations) #|[pred d | relations_of p d == R]| * F R)%N.
  rewrite (partition_big (relations_of p) xpredT) //=; apply: eq_bigr => R _.
  rewrite (eq_bigr (fun _ => F R)) => [|d /eqP -> //].
  by rewrite sum_nat_const; congr (_ * _)%N; apply: eq_card => d; rewrite !inE.
by rewrite !by_set; apply: eq_bigr => R _; rewrite (exact_same #|~: R|.+1).
Qed.

(** ** Relations as congruences *)

Notation x_of s := (nat_of_ord s.1.1)%:Z.
Notation y_of s := ((nat_of_ord s.1.2)%:Z - (nat_of_ord s.2)%:Z).

Lemma relationE g (d : 'I_m) (s : 'I_k * 'I_k * 'I_k) :
  (s \in relations_of (inZp g) d)
  = (m%:Z %| (nat_of_ord d)%:Z * y_of s - g%:Z * x_of s)%Z.
Proof.
rewrite inE eq_sym subr_eq -val_eqE /= !Zp_mulrn /= modnDm -modnDml modnMml modnDml.
rewrite -eqz_nat -!modz_nat eqz_mod_dvd; congr (_ %| _)%Z.
by rewrite PoszD !PoszM; ring.
Qed.

End Relations.

(** ** Solutions of relations *)

Section Solutions.

Variables (m1 k L : nat).
Notation m := m1.+1.
Notation x_of s := (nat_of_ord s.1.1)%:Z.
Notation y_of s := ((nat_of_ord s.1.2)%:Z - (nat_of_ord s.2)%:Z).

(** [L] is a multiple of 1, …, k − 1, such as their least common multiple. *)
Hypothesis L_multiple : forall j, (0 < j < k)%N -> (j %| L)%N.

(** A divisor of m that is not near to m. *)
Definition far (g : nat) : Prop := (g %| m)%N /\ (2 * (k - 1) ^ 2 < m %/ g)%N.

Lemma dvdz_minus (d a b : int) : (d %| a)%Z -> (d %| b)%Z -> (d %| a - b)%Z.
Proof. by case/dvdzP=> u -> /dvdzP[v ->]; rewrite -mulrBl dvdz_mull. Qed.

Lemma leq_absz_sub (a b : int) : (`|a - b| <= `|a| + `|b|)%N.
Proof. by lia. Qed.

(** m divides g·z for a small z only if z = 0. *)
Lemma small_multiple g (z : int) : far g -> (`|z| <= 2 * (k - 1) ^ 2)%N ->
  (m%:Z %| g%:Z * z)%Z -> z = 0.
Proof.
case=> gm gq small; rewrite dvdzE /= abszM /= -(divnK gm) [(_ %/ _ * _)%N]mulnC.
rewrite dvdn_pmul2l; last by apply: dvdn_gt0 gm.
move=> qz; apply/eqP; rewrite -absz_eq0; case: posnP => // z0.
by have := dvdn_leq z0 qz; lia.
Qed.

(** m divides c·z if and only if a part of m divides c. *)
Lemma part_divides (c z : int) :
  (m%:Z %| c * z)%Z = ((m %/ gcdn m `|z|)%:Z %| c)%Z.
Proof.
rewrite !dvdzE /= abszM; set w := gcdn m `|z|; set t := (m %/ w)%N; set r := (`|z| %/ w)%N.
have w0 : (0 < w)%N by rewrite gcdn_gt0.
have mE : (t * w = m)%N by rewrite divnK ?dvdn_gcdl.
have zE : (`|z| = r * w)%N by rewrite divnK ?dvdn_gcdr.
have tr : coprime t r by rewrite /coprime -(eqn_pmul2r w0) muln_gcdl mE -zE mul1n.
by rewrite -[X in (X %| _)%N]mE {1}zE mulnA dvdn_pmul2r // Gauss_dvdl.
Qed.

(** A linear congruence is solvable if and only if gcd(Y, m) divides the other side. *)
Lemma solvable (Y c : int) : (gcdz Y m%:Z %| c)%Z ->
  exists d : 'I_m, (m%:Z %| (nat_of_ord d)%:Z * Y - c)%Z.
Proof.
case/dvdzP=> c' ->; have [u [v uv]] := Bezoutz Y m%:Z; rewrite -uv.
pose z := u * c'; have m0 : m%:Z != 0 by [].
have zm : (0 <= (z %% m%:Z)%Z) by exact: modz_ge0.
exists (inZp `|(z %% m%:Z)%Z|).
have -> : (nat_of_ord (inZp `|(z %% m%:Z)%Z| : 'I_m))%:Z = (z %% m%:Z)%Z.
  by rewrite /= -modz_nat gez0_abs // modz_mod.
rewrite -eqz_mod_dvd -modzMml modz_mod modzMml eqz_mod_dvd.
have -> : z * Y - c' * (u * Y + v * m%:Z) = - v * c' * m%:Z by rewrite /z; ring.
exact: dvdz_mull.
Qed.

Lemma y_small (s : 'I_k * 'I_k * 'I_k) : (`|y_of s| <= k - 1)%N.
Proof. by case: s => [[x i] i'] /=; have := ltn_ord i; have := ltn_ord i'; lia. Qed.

Lemma x_small (s : 'I_k * 'I_k * 'I_k) : (`|x_of s| <= k - 1)%N.
Proof. by case: s => [[x i] i'] /=; have := ltn_ord x; lia. Qed.

(** What has relations with one divisor has them with the other. *)
Lemma exists_other g1 g2 (S : {set 'I_k * 'I_k * 'I_k}) (d1 : 'I_m) :
  far g1 -> gcdn g1 L = gcdn g2 L ->
  S \subset relations_of k (inZp g1) d1 -> exists d2 : 'I_m, S \subset relations_of k (inZp g2) d2.
Proof.
move=> far1 gL /subsetP sub1.
have rel1 s : s \in S -> (m%:Z %| (nat_of_ord d1)%:Z * y_of s - g1%:Z * x_of s)%Z.
  by move=> sS; rewrite -relationE sub1.
case: (boolP [exists s in S, y_of s != 0]) => [/existsP[s0 /andP[s0S y0]]|none]; last first.
  exists 0; apply/subsetP => s sS; rewrite relationE.
  have y0 : y_of s = 0.
    by apply/eqP; rewrite -[_ == _]negbK; apply: contra none => y; apply/existsP; exists s; rewrite sS.
  have := rel1 s sS; rewrite y0 mulr0 sub0r dvdzE abszN -dvdzE => gx.
  have -> : x_of s = 0 by apply: (small_multiple far1 _ gx); apply: leq_trans (x_small s) _;
    case: (k - 1)%N => // K; rewrite expnS expn1; nia.
  by rewrite !mulr0 subr0 dvdz0.
set x0 := x_of s0; set yy := y_of s0 in y0 *.
have line s : s \in S -> x_of s * yy = x0 * y_of s.
  move=> sS; apply/eqP; rewrite -subr_eq0; apply/eqP; apply: (small_multiple far1).
    apply: leq_trans (leq_absz_sub _ _) _; rewrite !abszM mul2n -addnn expnS expn1.
    by apply: leq_add; apply: leq_mul; rewrite ?x_small ?y_small.
  have -> : g1%:Z * (x_of s * yy - x0 * y_of s)
     = y_of s * ((nat_of_ord d1)%:Z * yy - g1%:Z * x0)
       - yy * ((nat_of_ord d1)%:Z * y_of s - g1%:Z * x_of s) by ring.
  by apply: dvdz_minus; apply: dvdz_mull; exact: rel1.
pose e := gcdz x0 yy; have e0 : e != 0 by rewrite gcdz_eq0 (negbTE y0) andbF.
pose a := (x0 %/ e)%Z; pose b := (yy %/ e)%Z.
have aE : x0 = a * e by rewrite divzK ?dvdz_gcdl.
have bE : yy = b * e by rewrite divzK ?dvdz_gcdr.
clearbody a b.
have b0 : b != 0 by apply: contraNneq y0 => b0; rewrite bE b0 mul0r.
have [u [v uv]] : exists u v, u * a + v * b = 1.
  have [u [v E]] := Bezoutz x0 yy; exists u, v; apply: (mulIf e0).
  by rewrite mul1r mulrDl -[u * a * e]mulrA -[v * b * e]mulrA -aE -bE E.
clearbody e.
have multiple s : s \in S -> exists c, x_of s = c * a /\ y_of s = c * b.
  move=> sS; have E : x_of s * b = a * y_of s.
    by apply: (mulIf e0); rewrite -mulrA -bE line // aE; ring.
  exists (u * x_of s + v * y_of s); split.
    by rewrite -[LHS]mulr1 -uv mulrDl mulrDr -[v * _ * a]mulrA [y_of s * a]mulrC -E; ring.
  by rewrite -[LHS]mulr1 -uv mulrDr mulrDl [y_of s * (u * a)]mulrCA [y_of s * a]mulrC -E; ring.
pose z1 := (nat_of_ord d1)%:Z * b - g1%:Z * a.
pose t := (m %/ gcdn m `|z1|)%:Z.
have parts s : s \in S -> exists c, x_of s = c * (t * a) /\ y_of s = c * (t * b).
  move=> sS; have [c [xE yE]] := multiple s sS.
  have : (m%:Z %| c * z1)%Z.
    by have := rel1 s sS; rewrite xE yE (_ : _ - _ = c * z1) // /z1; ring.
  by rewrite part_divides => /dvdzP[c' cE]; exists c'; rewrite xE yE cE -!mulrA.
have tz : (m%:Z %| t * z1)%Z by rewrite part_divides.
set Y := t * b in parts; set X := t * a in parts.
have YX : (m%:Z %| (nat_of_ord d1)%:Z * Y - g1%:Z * X)%Z.
  by rewrite (_ : _ - _ = t * z1) // /z1 /Y /X; ring.
have wg1 : (gcdz Y m%:Z %| g1%:Z * X)%Z.
  rewrite (_ : _ * X = (nat_of_ord d1)%:Z * Y - ((nat_of_ord d1)%:Z * Y - g1%:Z * X)); last by ring.
  apply: dvdz_minus; first by apply: dvdz_mull; exact: dvdz_gcdl.
  exact: dvdz_trans (dvdz_gcdr _ _) YX.
have wL : (gcdz Y m%:Z %| L%:Z)%Z.
  apply: dvdz_trans (dvdz_gcdl _ _) _; have [c [_ yE]] := parts s0 s0S.
  apply: (@dvdz_trans yy); first by rewrite /yy yE dvdz_mull.
  have small : (`|yy| <= k - 1)%N by rewrite /yy; exact: y_small.
  have positive : (0 < `|yy|)%N by rewrite absz_gt0.
  rewrite dvdzE /=; apply: L_multiple; rewrite positive /=.
  apply: leq_ltn_trans small _; rewrite ltn_subrL /=.
  exact: leq_ltn_trans (leq0n s0.2) (ltn_ord s0.2).
clear tz YX; clearbody X Y.
have wg2 : (gcdz Y m%:Z %| g2%:Z * X)%Z.
  move: wg1 wL; rewrite !dvdzE !abszM !absz_nat; set w := absz (gcdz Y m%:Z) => wg1 wL.
  apply: (@dvdn_trans (gcdn g2 L * `|X|)); last by rewrite dvdn_mul ?dvdn_gcdl ?dvdnn.
  by rewrite -gL muln_gcdl dvdn_gcd wg1 dvdn_mulr.
have [d2 sol] := solvable wg2.
exists d2; apply/subsetP => s sS; rewrite relationE.
have [c [-> ->]] := parts s sS.
by rewrite (_ : _ - _ = c * ((nat_of_ord d2)%:Z * Y - g2%:Z * X)) ?dvdz_mull //; ring.
Qed.

(** The solutions of one divisor are those of another, moved. *)
Lemma no_fewer g1 g2 (S : {set 'I_k * 'I_k * 'I_k}) : far g1 -> gcdn g1 L = gcdn g2 L ->
  (#|with_relations (inZp g1 : 'I_m) S| <= #|with_relations (inZp g2 : 'I_m) S|)%N.
Proof.
move=> f1 gL.
case: (set_0Vmem [set d | d \in with_relations (inZp g1 : 'I_m) S]) => [none|[d1]].
  by rewrite -cardsE none cards0.
rewrite inE inE => sub1; have [d2 sub2] := exists_other f1 gL sub1.
pose move_ (d : 'I_m) := d - d1 + d2.
rewrite -(card_imset _ (f := move_)) => [|d e /addIr /addIr //].
apply: subset_leq_card; apply/subsetP => _ /imsetP[d + ->]; rewrite !inE => /subsetP sub.
apply/subsetP => s sS; move: (sub s sS) (subsetP sub1 s sS) (subsetP sub2 s sS).
have regroup (a b c a' b' c' : 'I_m) : a - b + c - (a' - b' + c') = a - a' - (b - b') + (c - c').
  by rewrite opprD addrACA [- (a' - b')]opprD (addrACA a) -(opprD b).
rewrite !inE !mulrnDl !mulNrn regroup => /eqP <- /eqP <- /eqP <-.
by rewrite subrr add0r.
Qed.

Lemma as_many g1 g2 (S : {set 'I_k * 'I_k * 'I_k}) :
  far g1 -> far g2 -> gcdn g1 L = gcdn g2 L ->
  #|with_relations (inZp g1 : 'I_m) S| = #|with_relations (inZp g2 : 'I_m) S|.
Proof. by move=> f1 f2 gL; apply/eqP; rewrite eqn_leq !no_fewer. Qed.

(** ** Theorem 3 *)

(** Law (A), every step, and law (B), every step but 0: def_g(T) depends on gcd(g, L) alone. The sums
    are over all steps, as those that are not special lose nothing. *)
Theorem lost_by_gcd g1 g2 (T : {set 'I_k}) : far g1 -> far g2 -> gcdn g1 L = gcdn g2 L ->
  (\sum_(d : 'I_m) lost k (inZp g1) d T = \sum_(d : 'I_m) lost k (inZp g2) d T)%N.
Proof.
move=> f1 f2 gL; under eq_bigr do rewrite lost_relations; under [RHS]eq_bigr do rewrite lost_relations.
by apply: same_relations => R; exact: as_many.
Qed.

Lemma far_order g : far g -> (k <= order (inZp g : 'I_m))%N.
Proof.
case=> gm gq; rewrite order_inZp //; have q0 : (0 < m %/ g)%N by exact: leq_ltn_trans gq.
case: k gq => [|[|K]] // gq; apply: leq_trans gq.
by rewrite subn1 expnS expn1; nia.
Qed.

Theorem lost_by_gcd_nonzero g1 g2 (T : {set 'I_k}) : far g1 -> far g2 -> gcdn g1 L = gcdn g2 L ->
  (\sum_(d : 'I_m | d != 0%R) lost k (inZp g1) d T
   = \sum_(d : 'I_m | d != 0%R) lost k (inZp g2) d T)%N.
Proof.
move=> f1 f2 gL; have := lost_by_gcd T f1 f2 gL.
rewrite (bigD1 (0%R : 'I_m)) //= [in X in _ = X -> _](bigD1 (0%R : 'I_m)) //=.
have zero g : far g -> relations_of k (inZp g) (0 : 'I_m) = [set s | nat_of_ord s.1.1 == 0%N].
  move=> fg; apply/setP => s; rewrite !inE !mul0rn subrr mulrn_is0.
  case: posnP => [->|x0]; first by rewrite dvdn0.
  by rewrite gtnNdvd ?(gtn_eqF x0) // (leq_trans (ltn_ord _) (far_order fg)).
by rewrite !lost_relations !zero // => /eqP; rewrite eqn_add2l => /eqP.
Qed.

(** So a query of one class and a query of another are alike: h(T) is the same for the same T. *)
Lemma same_misses (law : {pred 'I_m}) g1 g2 (T : {set 'I_k}) : (0 < #|law|)%N ->
  (\sum_(d in law) lost k (inZp g1) d T = \sum_(d in law) lost k (inZp g2) d T)%N ->
  misses (start_and_step law) (@positions m1 k) (points (inZp g1) T)
  = misses (start_and_step law) (@positions m1 k) (points (inZp g2) T).
Proof.
move=> l0 same; rewrite !double_misses //; congr (1 - _%:R / _); apply/eqP.
rewrite -(eqn_add2r (\sum_(d in law) lost k (inZp g1) d T)) {2}same -!big_split /=; apply/eqP.
by apply: eq_bigr => d _; rewrite !card_hits.
Qed.

Theorem misses_by_gcd g1 g2 (T : {set 'I_k}) : far g1 -> far g2 -> gcdn g1 L = gcdn g2 L ->
  misses (start_and_step (predT : {pred 'I_m})) (@positions m1 k) (points (inZp g1) T)
  = misses (start_and_step (predT : {pred 'I_m})) (@positions m1 k) (points (inZp g2) T).
Proof. by move=> f1 f2 gL; apply: same_misses; [rewrite card_ord | exact: lost_by_gcd]. Qed.

Theorem misses_by_gcd_nonzero g1 g2 (T : {set 'I_k}) :
  (0 < m1)%N -> far g1 -> far g2 -> gcdn g1 L = gcdn g2 L ->
  let law := [pred d : 'I_m | d != 0%R] in
  misses (start_and_step law) (@positions m1 k) (points (inZp g1) T)
  = misses (start_and_step law) (@positions m1 k) (points (inZp g2) T).
Proof.
move=> m0 f1 f2 gL law; apply: same_misses; last exact: lost_by_gcd_nonzero.
by apply/card_gt0P; exists ord_max; rewrite inE -val_eqE /= -lt0n.
Qed.

End Solutions.
