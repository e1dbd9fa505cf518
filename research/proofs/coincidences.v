(** Double hashing: what the starts that two bits of a query have in common take away.

    For a step [d] an item hits the bit p·t from at most min(k, order of d) starts. Over the bits of a
    query the starts are counted at the first bit that they hit, so that what is counted twice is lost.
    Theorem 2 of the law of double hashing: only few, special steps lose anything. *)

From mathcomp Require Import all_ssreflect all_algebra cyclic.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates blocks double_hashing.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma card_below (k o : nat) : #|[set i : 'I_k | (i < o)%N]| = minn k o.
Proof.
have -> : [set i : 'I_k | (i < o)%N] = [set widen_ord (geq_minl k o) i | i : 'I_(minn k o)].
  apply/setP => i; rewrite inE; apply/idP/imsetP => [io|[j _ ->]] /=.
    have im : (i < minn k o)%N by rewrite leq_min ltn_ord.
    by exists (Ordinal im); rewrite ?inE //; apply: val_inj.
  by have := ltn_ord j; rewrite leq_min => /andP[].
by rewrite card_imset ?card_ord // => i j /(congr1 val) /= /val_inj.
Qed.

(** A union counted at the first set that has the element. *)
Lemma card_first (B : finType) r (T : {set 'I_r}) (A : 'I_r -> {set B}) :
  (#|\bigcup_(t in T) A t| = \sum_(t in T) #|A t :\: \bigcup_(u in T | (u < t)%N) A u|)%N.
Proof.
transitivity (\sum_(t in T) \sum_(x : B) (x \in A t :\: \bigcup_(u in T | (u < t)%N) A u))%N; last first.
  apply: eq_bigr => t _; rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => x _.
  by case: (_ \in _).
rewrite exchange_big /= -sum1_card big_mkcond /=; apply: eq_bigr => x _.
case: ifPn => [/bigcupP[t0 t0T xt0]|no]; last first.
  rewrite [RHS]big1 // => t tT; rewrite inE; case: (boolP (x \in A t)) => [xt|]; last by rewrite andbF.
  by case/negP: no; apply/bigcupP; exists t.
pose P t := (t \in T) && (x \in A t).
have Pt0 : P t0 by rewrite /P t0T.
case: (arg_minnP (fun t : 'I_r => nat_of_ord t) Pt0) => t /andP[tT xt] least.
rewrite (bigD1 t) //= inE xt andbT [X in (_ + X)%N]big1 ?addn0 => [|u /andP[uT ut]].
  rewrite (_ : (x \in _) = false) //; apply/negP => /bigcupP[u /andP[uT ut] xu].
  by have := least u; rewrite /P uT xu leqNgt ut => /(_ isT).
rewrite inE; case: (boolP (x \in A u)) => [xu|]; last by rewrite andbF.
rewrite (_ : (x \in _) = true) //; apply/bigcupP; exists t => //; rewrite tT ltn_neqAle.
by rewrite least ?/P ?uT // andbT; apply: contra ut => /eqP/val_inj ->.
Qed.

Section Steps.

Variables (m1 k : nat).
Notation m := m1.+1.

(** The order of a step: how many different positions its multiples have. *)
Definition order (d : 'I_m) : nat := (m %/ gcdn d m)%N.

(** The number of different bits of an item with the step [d]. *)
Definition reach (d : 'I_m) : nat := minn k (order d).

Lemma order_gt0 d : (0 < order d)%N.
Proof. by rewrite divn_gt0 ?gcdn_gt0 ?orbT // dvdn_leq ?dvdn_gcdr. Qed.

Lemma mulrn_is0 (d : 'I_m) i : (d *+ i == 0) = (order d %| i)%N.
Proof.
set g := gcdn d m; have g0 : (0 < g)%N by rewrite gcdn_gt0 orbT.
set v := (d %/ g)%N; have mE : (order d * g = m)%N by rewrite divnK ?dvdn_gcdr.
have dE : (d = v * g :> nat)%N by rewrite divnK ?dvdn_gcdl.
have cop : coprime (order d) v.
  by rewrite coprime_sym /coprime -(eqn_pmul2r g0) muln_gcdl -dE mE mul1n.
rewrite -val_eqE Zp_mulrn /= -/(dvdn _ _) -[X in (X %| _)%N]mE {1}dE mulnAC dvdn_pmul2r //.
by rewrite Gauss_dvdr.
Qed.

Lemma mulrn_same (d : 'I_m) i j : (j <= i)%N -> (d *+ i == d *+ j) = (order d %| i - j)%N.
Proof. by move=> ji; rewrite -mulrn_is0 mulrnBr // subr_eq0. Qed.

Lemma mulrn_mod (d : 'I_m) i : d *+ i = d *+ (i %% order d).
Proof. by apply/eqP; rewrite mulrn_same ?leq_mod // {1}(divn_eq i (order d)) addnK dvdn_mull. Qed.

Lemma mulrn_below (d : 'I_m) i j : (i < order d)%N -> (j < order d)%N -> d *+ i = d *+ j -> i = j.
Proof.
wlog ji : i j / (j <= i)%N => [H io jo E|io _ /eqP].
  by case/orP: (leq_total j i) => ?; [apply: H | apply/esym/H].
rewrite mulrn_same //; case: (posnP (i - j)) => [|ij /(dvdn_leq ij)]; last by lia.
by lia.
Qed.

(** The bits p·t for t in [T]: a part of the query's bits when [p] is the query's step. *)
Definition points (p : 'I_m) r (T : {set 'I_r}) : {set 'I_m} := [set p *+ nat_of_ord t | t in T].

(** M_d[x]: the i below the order of d for which p·x = (i − i')·d with an i' < k. *)
Definition mask (p d : 'I_m) (x : nat) : {set 'I_k} :=
  [set i : 'I_k | (i < order d)%N && [exists i' : 'I_k, p *+ x == d *+ i - d *+ i']].

(** What the step [d] loses on the bits [T]. *)
Definition lost (p d : 'I_m) r (T : {set 'I_r}) : nat :=
  \sum_(t in T) #|\bigcup_(u in T | (u < t)%N) mask p d (t - u)|.

Lemma card_hits (p d : 'I_m) r (T : {set 'I_r}) :
  (#|hits k (points p T) d| + lost p d T = #|T| * reach d)%N.
Proof.
pose A (t : 'I_r) := [set p *+ t - d *+ nat_of_ord i | i : 'I_k].
have -> : hits k (points p T) d = \bigcup_(t in T) A t.
  apply/setP => x; apply/imset2P/bigcupP => [[y i /imsetP[t tT ->] _ ->]|[t tT /imsetP[i _ ->]]].
    by exists t => //; apply: imset_f.
  by exists (p *+ t) i; rewrite ?inE //; apply: imset_f.
rewrite card_first /lost -big_split /= -sum_nat_const; apply: eq_bigr => t _.
set M := \bigcup_(u in T | (u < t)%N) mask p d (t - u).
pose I := [set i : 'I_k | (i < order d)%N].
have MI : M \subset I by apply/bigcupsP => u _; apply/subsetP => i; rewrite !inE => /andP[].
have -> : reach d = #|I| by rewrite card_below.
have -> : A t :\: \bigcup_(u in T | (u < t)%N) A u
        = (fun i : 'I_k => p *+ t - d *+ i) @: (I :\: M); last first.
  rewrite card_in_imset => [|i j]; last first.
    rewrite !inE => /andP[_ io] /andP[_ jo] /addrI /oppr_inj /(mulrn_below io jo).
    by move/val_inj.
  by rewrite cardsD (setIidPr MI) subnK // subset_leq_card.
have inM (i : 'I_k) : (i < order d)%N ->
    (p *+ t - d *+ i \in \bigcup_(u in T | (u < t)%N) A u) = (i \in M).
  move=> io; apply/bigcupP/bigcupP => -[u uT].
    case/imsetP=> i' _ E; exists u => //; rewrite inE io /=; apply/existsP; exists i'.
    case/andP: uT => _ ut; rewrite mulrnBr 1?ltnW //.
    have -> : p *+ t = p *+ u - d *+ i' + d *+ i by rewrite -E subrK.
    by rewrite addrAC (addrAC (p *+ u)) subrr add0r addrC.
  rewrite inE => /andP[_ /existsP[i' /eqP E]]; exists u => //.
  apply/imsetP; exists i' => //; case/andP: uT => _ ut.
  move: E; rewrite mulrnBr 1?ltnW // => /eqP.
  by rewrite subr_eq => /eqP ->; rewrite addrAC (addrAC (d *+ i)) subrr add0r addrC.
apply/setP => x; apply/setDP/imsetP => [[/imsetP[i _ xE] xn]|[i /setDP[iI iM] ->]].
  have [io il] : (i %% order d < order d)%N /\ (i %% order d < k)%N.
    by rewrite ltn_mod order_gt0 (leq_ltn_trans (leq_mod _ _)).
  exists (Ordinal il); last by rewrite xE [in LHS](mulrn_mod d i).
  by apply/setDP; rewrite inE /= io; split=> //; rewrite -inM //= -(mulrn_mod d i) -xE.
have io : (i < order d)%N by move: iI; rewrite inE.
by rewrite inM //; split=> //; apply: imset_f.
Qed.

End Steps.

(** ** How many steps there are *)

Section Counts.

Variables (m1 k : nat).
Notation m := m1.+1.

Lemma order_inZp g : (g %| m)%N -> order (inZp g : 'I_m) = (m %/ g)%N.
Proof. by move=> gm; rewrite /order /= gcdn_modl (gcdn_idPl gm). Qed.

(** φ(m/g) steps have the greatest common divisor [g] with m. *)
Theorem steps_of_divisor g : (g %| m)%N ->
  #|[pred d : 'I_m | gcdn d m == g]| = totient (m %/ g).
Proof.
move=> gm; have g0 : (0 < g)%N by apply: dvdn_gt0 gm.
set q := (m %/ g)%N; have mE : (q * g = m)%N by rewrite divnK.
have below (v : 'I_q) : (v * g < m)%N by rewrite -mE ltn_pmul2r.
rewrite totient_count_coprime big_mkord.
have -> : (\sum_(v < q) coprime q v = #|[pred v : 'I_q | coprime q v]|)%N.
  by rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => v _; rewrite inE; case: coprime.
rewrite -(card_imset _ (f := fun v : 'I_q => Ordinal (below v))); last first.
  by move=> u v /(congr1 val) /= /eqP; rewrite eqn_pmul2r // => /eqP/val_inj.
apply: eq_card => d; rewrite inE; apply/eqP/imsetP => [dg|[v + ->]] /=; last first.
  by rewrite inE /coprime -mE -muln_gcdl gcdnC => /eqP ->; rewrite mul1n.
have dE : (d %/ g * g = d)%N by rewrite divnK // -dg dvdn_gcdl.
have dq : (d %/ g < q)%N by rewrite -(ltn_pmul2r g0) dE mE.
exists (Ordinal dq); last by apply: val_inj; rewrite /= dE.
by rewrite inE /= coprime_sym /coprime -(eqn_pmul2r g0) muln_gcdl dE mE dg mul1n.
Qed.

Lemma steps_of_order q : (q %| m)%N -> #|[pred d : 'I_m | order d == q]| = totient q.
Proof.
move=> qm; have q0 : (0 < q)%N by apply: dvdn_gt0 qm.
have mq : (m %/ q %| m)%N by rewrite dvdn_div.
rewrite -{2}(_ : (m %/ (m %/ q) = q)%N) -?steps_of_divisor //; last first.
  by rewrite divnA // mulKn.
apply: eq_card => d; rewrite !inE /order; apply/eqP/eqP => [<-|->].
  by rewrite divnA ?dvdn_gcdr // mulKn.
by rewrite divnA // mulKn.
Qed.

Lemma sum_by_order (F : nat -> nat) :
  (\sum_(d : 'I_m) F (order d) = \sum_(q <- divisors m) totient q * F q)%N.
Proof.
rewrite (eq_bigr (fun d : 'I_m => \sum_(q <- divisors m) (order d == q) * F q)%N); last first.
  move=> d _; have dm : order d \in divisors m by rewrite -dvdn_divisors // dvdn_div ?dvdn_gcdr.
  rewrite (big_rem _ dm) /= eqxx mul1n big_seq big1 ?addn0 // => q.
  by rewrite rem_filter ?divisors_uniq // mem_filter /= eq_sym => /andP[/negbTE ->].
rewrite exchange_big /=; apply: eq_big_seq => q; rewrite -dvdn_divisors // => qm.
rewrite -big_distrl /= -(steps_of_order qm) -sum1_card [in RHS]big_mkcond /=.
by congr (_ * _)%N; apply: eq_bigr => d _; rewrite inE; case: eqP.
Qed.

(** The base of law (A), where every step is taken: k·m less what small orders lack. *)
Theorem base_all :
  (\sum_(d : 'I_m) reach k d + \sum_(q <- divisors m | q < k) totient q * (k - q) = k * m)%N.
Proof.
have -> : (\sum_(q <- divisors m | q < k) totient q * (k - q)
           = \sum_(d : 'I_m) (k - order d))%N.
  rewrite (sum_by_order (fun q => k - q)%N) big_mkcond /=; apply: eq_bigr => q _.
  by case: ltnP => // kq; rewrite (eqP (_ : k - q == 0)%N) ?muln0 // subn_eq0.
rewrite -big_split /= (eq_bigr (fun _ => k)); last by move=> d _; rewrite /reach; lia.
by rewrite sum_nat_const card_ord mulnC.
Qed.

(** Law (B), all steps but 0: one less. *)
Theorem base_nonzero : (0 < k)%N ->
  (\sum_(d : 'I_m | d != 0%R) reach k d + 1 = \sum_(d : 'I_m) reach k d)%N.
Proof.
move=> k0; rewrite [RHS](bigD1 (0%R : 'I_m)) //= addnC; congr (_ + _)%N.
by rewrite /reach /order /= gcd0n divnn /= /minn; case: ltnP => //; lia.
Qed.

(** Law (C), the steps prime to m: φ(m)·min(k, m). *)
Theorem base_units :
  (\sum_(d : 'I_m | coprime d m) reach k d = totient m * minn k m)%N.
Proof.
rewrite (eq_bigr (fun _ => minn k m)); last by move=> d /eqP dm; rewrite /reach /order dm divn1.
by rewrite sum_nat_const -[X in totient X]divn1 -steps_of_divisor ?dvd1n.
Qed.

Lemma few_solutions j (c : 'I_m) : (#|[pred d : 'I_m | d *+ j == c]| <= gcdn j m)%N.
Proof.
set g := gcdn j m; have g0 : (0 < g)%N by rewrite gcdn_gt0 orbT.
have [none|] := set_0Vmem [set d : 'I_m | d *+ j == c].
  by rewrite (_ : #|_| = 0)%N //; apply/eqP; rewrite -cardsE none cards0.
case=> d0; rewrite inE => /eqP d0c.
set q := (m %/ g)%N; have qE : (q * g = m)%N by rewrite divnK ?dvdn_gcdr.
have q0 : (0 < q)%N by rewrite divn_gt0 // dvdn_leq ?dvdn_gcdr.
have zero (e : 'I_m) : e *+ j = 0 -> (q %| e)%N.
  move=> ej; have := mulrn_is0 (inZp j : 'I_m) e; rewrite /order /= gcdn_modl -/g -/q => <-.
  apply/eqP/val_inj; rewrite Zp_mulrn /= modnMml mulnC.
  by have := congr1 val ej; rewrite Zp_mulrn.
have small (e : 'I_m) : (e %/ q < g)%N by rewrite ltn_divLR // mulnC qE.
rewrite -[X in (_ <= X)%N]card_ord.
rewrite -(card_in_imset (f := fun d : 'I_m => Ordinal (small (d - d0)))) ?max_card //.
move=> d e /eqP dc /eqP ec /(congr1 val) /= E.
have Z (f : 'I_m) : f *+ j = c -> (q %| (f - d0)%R)%N.
  by move=> fc; apply: zero; rewrite mulrnBl fc d0c subrr.
apply: (addIr (- d0)); apply: val_inj.
exact: etrans (esym (divnK (Z _ dc))) (etrans (congr1 (muln^~ q) E) (divnK (Z _ ec))).
Qed.

End Counts.

(** ** Theorem 2 *)

Section Coincidences.

Variables (m1 k : nat) (law : {pred 'I_m1.+1}).
Notation m := m1.+1.
Hypothesis law_gt0 : (0 < #|law|)%N.
Hypothesis law_gcd : forall d e : 'I_m, gcdn d m = gcdn e m -> (d \in law) = (e \in law).

(** The special steps: j·d = ± p·x for an x in 1…r−1 and a j in 1…k−1. *)
Definition special (p : 'I_m) (r : nat) (d : 'I_m) : bool :=
  [exists x : 'I_r, [exists j : 'I_k,
     [&& (0 < x)%N, (0 < j)%N & (d *+ j == p *+ x) || (d *+ j == - (p *+ x))]]].

(** The starts of all items, over the steps of the law. *)
Definition base : nat := \sum_(d in law) reach k d.

(** def_g(T), a sum over the special steps only *)
Definition deficit (p : 'I_m) r (T : {set 'I_r}) : nat :=
  \sum_(d in law | special p r d) lost k p d T.

Lemma lost_special (p d : 'I_m) r (T : {set 'I_r}) :
  (r <= order p)%N -> ~~ special p r d -> lost k p d T = 0%N.
Proof.
move=> rp ns; rewrite /lost big1 // => t tT; apply/eqP; rewrite cards_eq0 -subset0.
apply/bigcupsP => u /andP[uT ut]; apply/subsetP => i; rewrite !inE => /andP[_ /existsP[i' E]].
have xr : (t - u < r)%N by rewrite (leq_ltn_trans (leq_subr _ _)).
case/negP: ns; apply/existsP; exists (Ordinal xr); apply/existsP => /=.
have x0 : (0 < t - u)%N by rewrite subn_gt0.
have px : p *+ (t - u) != 0.
  by rewrite mulrn_is0 gtnNdvd // (leq_trans xr).
case: (ltngtP i i') => ii.
- have jk : (i' - i < k)%N by rewrite (leq_ltn_trans (leq_subr _ _)).
  exists (Ordinal jk); rewrite /= x0 subn_gt0 ii (eqP E) /= mulrnBr 1?ltnW //.
  by rewrite opprB eqxx orbT.
- have jk : (i - i' < k)%N by rewrite (leq_ltn_trans (leq_subr _ _)).
  by exists (Ordinal jk); rewrite /= x0 subn_gt0 ii (eqP E) /= mulrnBr 1?ltnW // eqxx.
- by case/negP: px; rewrite (eqP E) ii subrr.
Qed.

(** Theorem 2 (coincidences): U(T) = |T|·base − def(T). *)
Theorem coincidences (p : 'I_m) r (T : {set 'I_r}) : (r <= order p)%N ->
  (\sum_(d in law) #|hits k (points p T) d| + deficit p T = #|T| * base)%N.
Proof.
move=> rp; have -> : deficit p T = (\sum_(d in law) lost k p d T)%N.
  rewrite /deficit [RHS](bigID (special p r)) /= [X in (_ + X)%N]big1 ?addn0 // => d /andP[_].
  exact: lost_special.
by rewrite -big_split /= big_distrr /=; apply: eq_bigr => d _; rewrite card_hits.
Qed.

(** The special steps are few. *)
Theorem special_few (p : 'I_m) r :
  (#|[pred d | special p r d]| <= 2 * (r.-1 * \sum_(j < k | 0 < j) gcdn j m))%N.
Proof.
have card_pred (P : pred 'I_m) : #|P| = (\sum_d P d)%N.
  by rewrite -sum1_card big_mkcond; apply: eq_bigr => d _; rewrite unfold_in; case: (P d).
pose S x j s := [pred d : 'I_m | d *+ j == (if s then p *+ x else - (p *+ x))].
apply: (@leq_trans (\sum_(x < r | 0 < x) \sum_(j < k | 0 < j) (#|S x j true| + #|S x j false|))%N).
  rewrite -sum1_card big_mkcond /=.
  rewrite (eq_bigr (fun x : 'I_r => \sum_(j < k | 0 < j) \sum_d ((S x j true d) + (S x j false d)))%N).
    rewrite (eq_bigr (fun x : 'I_r => \sum_d \sum_(j < k | 0 < j) ((S x j true d) + (S x j false d)))%N).
      rewrite exchange_big /=; apply: leq_sum => d _; case: ifP => // /existsP[x /existsP[j]].
      case/and3P=> x0 j0 dj; rewrite (bigD1 x) //= (bigD1 j) //= -addnA -addnA.
      by case/orP: dj => ->; rewrite ?addnA; lia.
    by move=> x _; rewrite exchange_big.
  by move=> x _; apply: eq_bigr => j _; rewrite big_split /= !card_pred.
apply: (@leq_trans (\sum_(x < r | 0 < x) \sum_(j < k | 0 < j) 2 * gcdn j m)%N).
  apply: leq_sum => x _; apply: leq_sum => j _.
  by rewrite mul2n -addnn leq_add ?few_solutions.
rewrite sum_nat_const -big_distrr /= mulnCA; apply: leq_mul => //; rewrite leq_mul2r; apply/orP; right.
case: r p S => [|r] p S; first by rewrite (_ : #|_| = 0)%N // eq_card0 // => -[].
have -> : r.+1.-1 = #|[predD1 'I_r.+1 & ord0]|.
  by have := cardD1 (ord0 : 'I_r.+1) 'I_r.+1; rewrite card_ord inE => /eqP; rewrite eqSS => /eqP.
apply: subset_leq_card; apply/subsetP => x; rewrite !inE => x0.
by rewrite andbT; apply: contraTN x0 => /eqP ->.
Qed.

Lemma points_inj (p : 'I_m) r : (r <= order p)%N -> injective (fun t : 'I_r => p *+ t).
Proof.
move=> rp t u E; apply: val_inj; apply: mulrn_below E; exact: leq_trans (ltn_ord _) rp.
Qed.

Lemma positions_points (p : 'I_m) r : r = reach k p -> positions k (0, p) = points p [set: 'I_r].
Proof.
move=> rE; apply/setP => x; apply/imsetP/imsetP => /= -[i _ ->].
  have ir : (i %% order p < r)%N.
    by rewrite rE leq_min ltn_mod order_gt0 andbT (leq_ltn_trans (leq_mod _ _)).
  by exists (Ordinal ir); rewrite ?inE //= add0r -mulrn_mod.
have ik : (i < k)%N by have := ltn_ord i; rewrite {2}rE leq_min => /andP[].
by exists (Ordinal ik); rewrite //= add0r.
Qed.

(** h(T) by the base and the deficit *)
Theorem misses_points (p : 'I_m) r (T : {set 'I_r}) : (r <= order p)%N ->
  misses (start_and_step law) (@positions m1 k) (points p T)
  = 1 - (#|T| * base - deficit p T)%:R / (m * #|law|)%:R.
Proof.
by move=> rp; rewrite double_misses // -(coincidences T rp) addnK.
Qed.

(** The law of double hashing as it is computed: Theorem 1 with Theorem 2's h(T). *)
Theorem double_rate_coincidences n :
  double_rate k law n
  = \sum_(g <- divisors m) #|[pred d in law | gcdn d m == g]|%:R / #|law|%:R
      * \sum_(T : {set 'I_(minn k (m %/ g))})
          (-1) ^+ #|T| * (1 - (#|T| * base - deficit (inZp g) T)%:R / (m * #|law|)%:R) ^+ n.
Proof.
rewrite double_classes //; apply: eq_big_seq => g; rewrite -dvdn_divisors // => gm; congr (_ * _).
have rE : minn k (m %/ g) = reach k (inZp g : 'I_m) by rewrite /reach order_inZp.
have rp : (minn k (m %/ g) <= order (inZp g : 'I_m))%N by rewrite order_inZp // geq_minr.
rewrite (positions_points rE) (sum_subsets_imset _ _ (points_inj rp)).
rewrite (eq_bigl xpredT) => [|T]; last by rewrite subsetT.
apply: eq_bigr => T _; rewrite card_imset; last exact: points_inj.
by rewrite -/(points (inZp g) T) misses_points.
Qed.

End Coincidences.
