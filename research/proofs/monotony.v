(** What rises and what falls: the rate with the items, the bits and the blocks. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates blocks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** More items *)

Lemma Ex_draws_first (C : finType) (O : {pred C}) n (G : {ffun 'I_n -> C} -> rat) :
  (0 < #|O|)%N ->
  Ex (histories O n.+1) (fun w => G [ffun i => w (lift ord0 i)]) = Ex (histories O n) G.
Proof.
move=> O0.
pose cons (p : C * {ffun 'I_n -> C}) : {ffun 'I_n.+1 -> C} :=
  [ffun i => oapp p.2 p.1 (unlift ord0 i)].
have consK : cancel cons (fun w : {ffun 'I_n.+1 -> C} => (w ord0, [ffun i => w (lift ord0 i)])).
  by case=> c g; rewrite /cons /= ffunE unlift_none; congr (_, _); apply/ffunP => i;
     rewrite !ffunE liftK.
have consK' : cancel (fun w : {ffun 'I_n.+1 -> C} => (w ord0, [ffun i => w (lift ord0 i)])) cons.
  move=> w; apply/ffunP => i; rewrite /cons ffunE /=.
  by case: unliftP => [j ->|->] //=; rewrite ffunE.
have inE' p : (cons p \in histories O n.+1) = (p.1 \in O) && (p.2 \in histories O n).
  case: p => c g; apply/familyP/andP => [all|[cO /familyP gO] i].
    split; first by have := all ord0; rewrite /cons ffunE unlift_none.
    by apply/familyP => i; have := all (lift ord0 i); rewrite /cons ffunE liftK.
  by rewrite /cons ffunE; case: unliftP => [j _|_] /=; rewrite ?gO.
rewrite /Ex (reindex cons) /=; last by apply: onW_bij; exists (fun w : {ffun 'I_n.+1 -> C} =>
   (w ord0, [ffun i => w (lift ord0 i)])).
rewrite (eq_bigl _ _ inE') (eq_bigr (fun p => G p.2)); last first.
  by move=> [c g] _; congr G; apply/ffunP => i; rewrite !ffunE liftK.
rewrite -(pair_big (mem O) (mem (histories O n)) (fun _ g => G g)) /= sumr_const.
have E : #|histories O n.+1|%:R = #|O|%:R * #|histories O n|%:R :> rat.
  rewrite (card_draws_rat (fun _ : 'I_n.+1 => O)) (card_draws_rat (fun _ : 'I_n => O)).
  by rewrite !prodr_const !card_ord exprS.
have ON : #|O|%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
by rewrite E -[_ *+ _]mulr_natl invfM mulrACA (divff ON) mul1r.
Qed.

(** One item more never lowers the chance that a given query is taken for a member. *)
Lemma covered_items (B C : finType) (O : {pred C}) (s : C -> {set B}) (A : {set B}) n :
  (0 < #|O|)%N ->
  Pr (histories O n) (fun w => A \subset bits_set s w)
  <= Pr (histories O n.+1) (fun w => A \subset bits_set s w).
Proof.
move=> O0; rewrite !PrE -Ex_draws_first //; apply: Ex_le => w _; rewrite ler_nat.
case: (boolP (A \subset bits_set s [ffun i => w (lift ord0 i)])) => // sub.
rewrite (_ : A \subset bits_set s w) //; apply: subset_trans sub _.
by apply/bigcupsP => i _; rewrite ffunE; exact: (bigcup_sup (lift ord0 i)).
Qed.

(** Theorem 3, first part: the rate does not fall when items are added, whatever the filter. *)
Theorem rate_rises_items (B C : finType) (O : {pred C}) (s : C -> {set B}) n n' :
  (0 < #|O|)%N -> (n <= n')%N -> rate O s n <= rate O s n'.
Proof.
move=> O0 /subnK <-; elim: (n' - n)%N => [//|d IH]; apply: le_trans IH _.
by rewrite addSn !rate_query; apply: Ex_le => c _; exact: covered_items.
Qed.

(** ** The mean over a binomial number *)

(** The mean of [G N] for N binomial(n, p), trial by trial. *)
Fixpoint mix (p : rat) (n : nat) (G : nat -> rat) : rat :=
  if n is n'.+1 then (1 - p) * mix p n' G + p * mix p n' (fun i => G i.+1) else G 0%N.

Lemma mixE p n G :
  mix p n G = \sum_(i < n.+1) 'C(n, i)%:R * p ^+ i * (1 - p) ^+ (n - i) * G i.
Proof.
elim: n G => [|n IH] G; first by rewrite big_ord1 bin0 !expr0 !mul1r.
rewrite /= !IH big_ord_recl /= [in RHS]big_ord_recl /= !bin0 !expr0 !subn0 !mul1r.
rewrite mulrDr -addrA; congr (_ + _); first by rewrite exprS; move: (_ ^+ n) => e; ring.
rewrite mulr_sumr [in RHS](eq_bigr (fun i : 'I_n.+1 =>
   'C(n, i.+1)%:R * p ^+ i.+1 * (1 - p) ^+ (n - i) * G i.+1
   + p * ('C(n, i)%:R * p ^+ i * (1 - p) ^+ (n - i) * G i.+1))) => [|i _]; last first.
  rewrite /bump /= add1n binS subSS natrD exprS.
  by move: (_ ^+ i) (_ ^+ (n - i)) => e f; ring.
rewrite big_split /=; congr (_ + _); last by rewrite mulr_sumr.
rewrite [RHS]big_ord_recr /= bin_small // !mul0r addr0; apply: eq_bigr => -[i /= i_n] _.
rewrite /bump /= add1n (_ : n - i = (n - i.+1).+1)%N; last by lia.
by rewrite [_ ^+ (n - i.+1).+1]exprS; move: (_ ^+ i.+1) (_ ^+ (n - i.+1)) => e f; ring.
Qed.

Lemma mix_le p n (G H : nat -> rat) :
  0 <= p <= 1 -> (forall i, G i <= H i) -> mix p n G <= mix p n H.
Proof.
case/andP=> p0 p1; elim: n G H => [|n IH] G H GH //=.
by rewrite ler_add // ler_wpmul2l ?subr_ge0 ?IH.
Qed.

Lemma mix_mono p q n (G : nat -> rat) :
  0 <= p -> p <= q -> q <= 1 -> {homo G : i j / (i <= j)%N >-> i <= j} -> mix p n G <= mix q n G.
Proof.
move=> p0 pq q1; elim: n G => [|n IH] G Gm //=.
have GmS : {homo (fun i => G i.+1) : i j / (i <= j)%N >-> i <= j} by move=> i j ij; rewrite Gm.
have step : mix q n G <= mix q n (fun i => G i.+1).
  by apply: mix_le => [|i]; rewrite ?(le_trans p0 pq) ?q1 ?Gm.
apply: (@le_trans _ _ ((1 - p) * mix q n G + p * mix q n (fun i => G i.+1))).
  by rewrite ler_add // ler_wpmul2l ?subr_ge0 ?IH // (le_trans pq q1).
rewrite -subr_ge0.
have -> : (1 - q) * mix q n G + q * mix q n (fun i => G i.+1)
   - ((1 - p) * mix q n G + p * mix q n (fun i => G i.+1))
   = (q - p) * (mix q n (fun i => G i.+1) - mix q n G) by ring.
by rewrite mulr_ge0 ?subr_ge0.
Qed.

Lemma mix_max p n (G : nat -> rat) :
  0 <= p <= 1 -> {homo G : i j / (i <= j)%N >-> i <= j} -> mix p n G <= G n.
Proof.
case/andP=> p0 p1; elim: n G => [|n IH] G Gm //=.
have GmS : {homo (fun i => G i.+1) : i j / (i <= j)%N >-> i <= j} by move=> i j ij; rewrite Gm.
apply: (@le_trans _ _ ((1 - p) * G n.+1 + p * G n.+1)); last by rewrite -mulrDl subrK mul1r.
rewrite ler_add // ler_wpmul2l ?subr_ge0 //; last exact: IH.
exact: le_trans (IH G Gm) (Gm _ _ (leqnSn n)).
Qed.

(** ** More bits *)

(** Σ (−1)^j a_j v_j, the sum of f_S with any numbers in place of the powers *)
Definition weighted m k (v : nat -> rat) : rat := \sum_(j < k.+1) (-1) ^+ j * a_S m k j * v j.

(** One position of the query more. *)
Lemma weighted_step m k (v : nat -> rat) : (0 < m)%N ->
  weighted m k.+1 v = weighted m k (fun j => (m - j)%:R / m%:R * (v j - v j.+1)).
Proof.
move=> m0; rewrite /weighted big_ord_recl /= a_S_empty // expr0 !mul1r.
rewrite (eq_bigr (fun j : 'I_k.+1 => (-1) ^+ j.+1 * ((m - j.+1)%:R / m%:R) * a_S m k j.+1 * v j.+1
   - (-1) ^+ j * ((m - j)%:R / m%:R) * a_S m k j * v j.+1)) => [|j _]; last first.
  rewrite /bump /= add1n a_S_recurrence exprS.
  by move: (_ ^+ j) (a_S _ _ _) (a_S _ _ _) => e a b; ring.
rewrite sumrB addrA.
have zero : a_S m k k.+1 = 0.
  rewrite /a_S /subsets /binomial_moment (eq_Ex (g := fun _ => 0 * 1)) ?ExZ ?mul0r // => w _.
  by rewrite bin_small ?mul0r // ltnS (leq_trans (occupied_le_min w)) // geq_minl.
have -> : v 0%N + \sum_(j < k.+1) (-1) ^+ j.+1 * ((m - j.+1)%:R / m%:R) * a_S m k j.+1 * v j.+1
   = \sum_(j < k.+1) (-1) ^+ j * ((m - j)%:R / m%:R) * a_S m k j * v j.
  rewrite big_ord_recr /= zero mulr0 mul0r addr0 big_ord_recl /= a_S_empty // expr0 subn0.
  by rewrite divff ?mul1r // pnatr_eq0 -lt0n.
rewrite -sumrB; apply: eq_bigr => j _.
by move: (_ ^+ j) (a_S _ _ _) => e a; ring.
Qed.

Lemma joint_succ (v : nat -> rat) d : joint v d.+1 = joint (fun i => v i - v i.+1) d.
Proof.
rewrite /joint big_ord_recl /= bin0 expr0 !mul1r.
rewrite (eq_bigr (fun i : 'I_d.+1 => (-1) ^+ i.+1 * 'C(d, i.+1)%:R * v i.+1
                                     - (-1) ^+ i * 'C(d, i)%:R * v i.+1)) => [|i _]; last first.
  rewrite /bump /= add1n binS natrD exprS.
  by move: (_ ^+ i) => e; ring.
rewrite sumrB addrA.
have -> : v 0%N + \sum_(i < d.+1) (-1) ^+ i.+1 * 'C(d, i.+1)%:R * v i.+1
   = \sum_(i < d.+1) (-1) ^+ i * 'C(d, i)%:R * v i.
  rewrite big_ord_recr /= bin_small // mulr0 mul0r addr0 big_ord_recl /= bin0 expr0 !mul1r.
  by congr (_ + _); apply: eq_bigr => i _.
by rewrite -sumrB; apply: eq_bigr => i _; rewrite mulrBr.
Qed.

Lemma jointB (u v : nat -> rat) d : joint (fun i => u i - v i) d = joint u d - joint v d.
Proof. by rewrite /joint -sumrB; apply: eq_bigr => i _; rewrite mulrBr. Qed.

(** Whether a given position of the query is an old one, of [d] different ones, or a new one. *)
Definition step (m : nat) (G : nat -> rat) (d : nat) : rat :=
  d%:R / m%:R * G d + (1 - d%:R / m%:R) * G d.+1.

Lemma joint_step m (v : nat -> rat) d : (0 < m)%N -> (d <= m)%N ->
  joint (fun j => (m - j)%:R / m%:R * (v j - v j.+1)) d = step m (joint v) d.
Proof.
move=> m0 dm; have mN : m%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
pose u i := v i - v i.+1.
have -> : joint (fun j => (m - j)%:R / m%:R * (v j - v j.+1)) d
   = joint u d - m%:R^-1 * \sum_(i < d.+1) (-1) ^+ i * (i * 'C(d, i))%:R * u i.
  rewrite /joint mulr_sumr -sumrB; apply: eq_bigr => -[i /= id] _.
  rewrite natrB ?mulrBl ?divff // -/(u i); last by lia.
  by rewrite natrM; move: (_ ^+ i) => e; ring.
have -> : \sum_(i < d.+1) (-1) ^+ i * (i * 'C(d, i))%:R * u i
   = - (d%:R * joint (fun i => v i.+1) d).
  case: d dm => [|d] _; first by rewrite big_ord1 mul0n mulr0 mul0r mul0r oppr0.
  rewrite joint_succ big_ord_recl /= mul0n mulr0 mul0r add0r /joint mulr_sumr -sumrN.
  apply: eq_bigr => i _; rewrite /bump /= add1n -mul_bin_diag natrM exprS -/(u i.+1) /=.
  by move: (_ ^+ i) (u i.+1) => e f; ring.
have E : joint v d.+1 = joint v d - joint (fun i => v i.+1) d by rewrite joint_succ jointB.
rewrite -joint_succ /step E; ring.
Qed.

Definition falls (m : nat) (G : nat -> rat) := forall d, (d < m)%N -> G d.+1 <= G d.

Lemma share_le1 d m : (d <= m)%N -> (0 : rat) <= 1 - d%:R / m%:R.
Proof.
move=> dm; have [->|m0] := posnP m; first by rewrite invr0 mulr0 subr0.
by rewrite subr_ge0 ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.

Lemma step_between m G d : falls m G -> (d < m)%N -> G d.+1 <= step m G d <= G d.
Proof.
move=> Gf dm; have Gd := Gf d dm; rewrite /step.
set t := d%:R / m%:R; have t0 : 0 <= t by rewrite divr_ge0 ?ler0n.
have t1 : 0 <= 1 - t by rewrite share_le1 // ltnW.
apply/andP; split; rewrite -subr_ge0.
  have -> : t * G d + (1 - t) * G d.+1 - G d.+1 = t * (G d - G d.+1) by ring.
  by rewrite mulr_ge0 // subr_ge0.
have -> : G d - (t * G d + (1 - t) * G d.+1) = (1 - t) * (G d - G d.+1) by ring.
by rewrite mulr_ge0 // subr_ge0.
Qed.

Lemma step_top m G : (0 < m)%N -> step m G m = G m.
Proof. by move=> m0; rewrite /step divff ?pnatr_eq0 -?lt0n // subrr mul0r addr0 mul1r. Qed.

Lemma step_falls m G : falls m G -> falls m (step m G).
Proof.
move=> Gf d dm; have /andP[lo _] := step_between Gf dm; apply: le_trans _ lo.
move: dm; rewrite leq_eqVlt => /orP[/eqP <-|dm]; first by rewrite step_top.
by case/andP: (step_between Gf dm).
Qed.

Lemma eq_step m G H : (0 < m)%N -> (forall d, (d <= m)%N -> G d = H d) ->
  forall d, (d <= m)%N -> step m G d = step m H d.
Proof.
move=> m0 GH d; rewrite leq_eqVlt => /orP[/eqP ->|dm]; first by rewrite !step_top ?GH.
by rewrite /step !GH // ltnW.
Qed.

Lemma eq_iter_step m k G H : (0 < m)%N -> (forall d, (d <= m)%N -> G d = H d) ->
  forall d, (d <= m)%N -> iter k (step m) G d = iter k (step m) H d.
Proof. by move=> m0 GH; elim: k => //= k IH d dm; apply: eq_step. Qed.

Lemma weighted_chain m k v : (0 < m)%N -> weighted m k v = iter k (step m) (joint v) 0%N.
Proof.
move=> m0; elim: k v => [|k IH] v.
  by rewrite /weighted big_ord1 a_S_empty //= /joint big_ord1 bin0 !mulr1.
rewrite weighted_step // IH iterSr; apply: eq_iter_step => // d dm.
exact: joint_step.
Qed.

(** f_S as a chain: the positions of the query one by one *)
Theorem f_S_chain m k n : (0 < m)%N ->
  f_S m k n = iter k (step m) (joint (fun j => ((m - j)%:R / m%:R) ^+ (n * k))) 0%N.
Proof.
move=> m0; rewrite -weighted_chain // /weighted.
rewrite /f_S (patterns_by_size (h := fun j => ((m - j)%:R / m%:R) ^+ k) (K := k)).
- by apply: eq_bigr => j _; rewrite -exprM mulnC.
- by move=> w _; rewrite (leq_trans (occupied_le_min w)) // geq_minl.
- by move=> c T _ _; exact: balls_miss.
Qed.

(** [N] balls cover the urns of [S]. *)
Lemma balls_cover m N (S : {set 'I_m}) :
  Pr (histories (predT : {pred 'I_m}) N) (fun w => S \subset bits_set (fun c => [set c]) w)
  = joint (fun j => ((m - j)%:R / m%:R) ^+ N) #|S|.
Proof.
apply: joint_covers => T; rewrite history_misses; congr (_ ^+ _).
rewrite /misses /Pr card_ord -cardsC_ord; congr (_%:R / _).
by apply: eq_card => c; rewrite !inE disjoint_sym disjoints_subset sub1set inE.
Qed.

Lemma set_of_size m d : (d <= m)%N -> exists S : {set 'I_m}, #|S| = d.
Proof.
move=> dm; exists [set widen_ord dm i | i : 'I_d].
by rewrite card_imset ?card_ord // => i j /(congr1 val) /= /val_inj.
Qed.

Lemma cover_falls m N : falls m (joint (fun j => ((m - j)%:R / m%:R) ^+ N)).
Proof.
move=> d dm; have [S Sd] := set_of_size dm.
have /card_gt0P[x xS] : (0 < #|S|)%N by rewrite Sd.
have Sx : #|S :\ x| = d by apply/eqP; rewrite -eqSS -Sd (cardsD1 x S) xS.
have E1 := balls_cover N S; have E2 := balls_cover N (S :\ x); rewrite Sd in E1; rewrite Sx in E2.
rewrite -E1 -E2 !PrE; apply: Ex_le => w _; rewrite ler_nat.
case: (boolP (S \subset _)) => // sub.
by rewrite (subset_trans _ sub) // subsetDl.
Qed.

Lemma cover_rises m d : (0 < m)%N -> (d <= m)%N ->
  {homo (fun N => joint (fun j => ((m - j)%:R / m%:R) ^+ N) d) : i j / (i <= j)%N >-> i <= j}.
Proof.
move=> m0 dm i j /subnK <-; have [S Sd] := set_of_size dm; rewrite -!Sd.
elim: (j - i)%N => [//|e IH]; apply: le_trans IH _.
by rewrite addSn -!balls_cover; apply: covered_items; rewrite card_ord.
Qed.

(** A ball in m + 1 urns either takes the last one or falls into m. *)
Lemma cover_more_bits m N d : (0 < m)%N -> (d <= m)%N ->
  joint (fun j => ((m.+1 - j)%:R / m.+1%:R) ^+ N) d <= joint (fun j => ((m - j)%:R / m%:R) ^+ N) d.
Proof.
move=> m0 dm; pose p : rat := m%:R / m.+1%:R.
have mN : m%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
have m1N : m.+1%:R != 0 :> rat by rewrite pnatr_eq0.
have p01 : 0 <= p <= 1.
  by rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have := mix_max N p01 (cover_rises m0 dm); apply: le_trans.
rewrite mixE le_eqVlt; apply/orP; left; apply/eqP.
rewrite /joint; under [RHS]eq_bigr => i _ do rewrite mulr_sumr.
rewrite exchange_big /=; apply: eq_bigr => -[j /= jd] _.
have -> : (m.+1 - j)%:R / m.+1%:R = (1 - p) + p * ((m - j)%:R / m%:R) :> rat.
  rewrite !natrB; [|lia|lia]; rewrite /p.
  have E : m.+1%:R = m%:R + 1 :> rat by rewrite -addn1 natrD.
  by rewrite E in m1N *; field; rewrite mN m1N.
rewrite exprDn mulr_sumr; apply: eq_bigr => i _.
by rewrite exprMn -mulr_natl; move: (_ ^+ j) (_ ^+ (N - i)) (_ ^+ i) (_ ^+ i) => e f g h; ring.
Qed.

(** [k] positions of a query find fewer of them set by [N] balls where there are more bits. *)
Lemma chain_falls_bits m k N : (0 < m)%N ->
  iter k (step m.+1) (joint (fun j => ((m.+1 - j)%:R / m.+1%:R) ^+ N)) 0%N
  <= iter k (step m) (joint (fun j => ((m - j)%:R / m%:R) ^+ N)) 0%N.
Proof.
move=> m0.
set a := joint _; set b := joint (fun j => ((m - j)%:R / m%:R) ^+ N).
have a_falls : forall i, falls m.+1 (iter i (step m.+1) a).
  by elim=> [|i IH]; [exact: cover_falls | exact: step_falls].
suff le i : forall d, (d <= m)%N -> iter i (step m.+1) a d <= iter i (step m) b d by exact: le.
elim: i => [|i IH] d dm /=; first exact: cover_more_bits.
set A := iter i _ a; set B := iter i _ b.
move: dm; rewrite leq_eqVlt => /orP[/eqP ->|dm].
  rewrite step_top //; apply: le_trans (IH m (leqnn m)).
  by case/andP: (step_between (a_falls i) (ltnSn m)).
apply: (@le_trans _ _ (step m A d)).
  have Ad := a_falls i d (leqW dm); rewrite -/A in Ad.
  rewrite /step -subr_ge0.
  set t := d%:R / m%:R; set t' := d%:R / m.+1%:R.
  have -> : t * A d + (1 - t) * A d.+1 - (t' * A d + (1 - t') * A d.+1)
     = (t - t') * (A d - A d.+1) by ring.
  rewrite mulr_ge0 ?subr_ge0 //.
  by rewrite ler_wpmul2l ?ler0n // lef_pinv ?posrE ?ltr0n // ler_nat.
rewrite /step ler_add // ler_wpmul2l ?share_le1 ?divr_ge0 ?ler0n ?IH // ltnW //.
Qed.

(** The rate of a standard filter does not rise with its bits. *)
Theorem f_S_falls_bits m k n : (0 < m)%N -> f_S m.+1 k n <= f_S m k n.
Proof. by move=> m0; rewrite !f_S_chain //; exact: chain_falls_bits. Qed.

(** Theorem 3, second part: the rate of a blocked filter does not rise with its blocks. *)
Theorem block_rate_falls_blocks (B C : finType) (O : {pred C}) (s : C -> {set B}) b b' n :
  (0 < #|O|)%N -> (0 < b)%N -> (b <= b')%N ->
  block_rate O s b' n <= block_rate O s b n.
Proof.
move=> O0 b0 bb; have b'0 := leq_trans b0 bb.
rewrite !blocks_mixture // -!mixE; apply: mix_mono.
- by rewrite divr_ge0 ?ler0n.
- by rewrite !div1r lef_pinv ?posrE ?ltr0n // ler_nat.
- by rewrite div1r invf_le1 ?ltr0n // ler1n.
- by move=> i j ij; apply: rate_rises_items.
Qed.

(** ** Strictly *)

Section Strict.

Variables (B C : finType) (O : {pred C}) (s : C -> {set B}).
Hypothesis O_gt0 : (0 < #|O|)%N.
(** Every choice sets a bit. *)
Hypothesis s_gt0 : {in O, forall c, s c != set0}.

Lemma mix_lt p n (G H : nat -> rat) :
  0 <= p -> p < 1 -> (forall i, G i <= H i) -> G 0%N < H 0%N -> mix p n G < mix p n H.
Proof.
move=> p0 p1; elim: n G H => [|n IH] G H GH GH0 //=.
apply: ltr_le_add; first by rewrite ltr_pmul2l ?subr_gt0 // IH.
by rewrite ler_wpmul2l // mix_le ?p0 ?ltW.
Qed.

Lemma mix_strict p q n (G : nat -> rat) :
  0 <= p -> p < q -> q <= 1 -> {homo G : i j / (i <= j)%N >-> i <= j} -> G 0%N < G 1%N ->
  mix p n.+1 G < mix q n.+1 G.
Proof.
move=> p0 pq q1 Gm G01; elim: n => [|n IH].
  rewrite /= -subr_gt0.
  have -> : (1 - q) * G 0%N + q * G 1%N - ((1 - p) * G 0%N + p * G 1%N) = (q - p) * (G 1%N - G 0%N).
    by ring.
  by rewrite mulr_gt0 ?subr_gt0.
have GmS : {homo (fun i => G i.+1) : i j / (i <= j)%N >-> i <= j} by move=> i j ij; rewrite Gm.
have q0 := le_trans p0 (ltW pq).
have step : mix q n.+1 G <= mix q n.+1 (fun i => G i.+1).
  by apply: mix_le => [|i]; rewrite ?q0 ?q1 ?Gm.
rewrite [X in X < _]/= [X in _ < X]/= -!/(mix _ n.+1 _).
set a := mix p _ G in IH *; set a' := mix p _ _; set b := mix q _ G in IH step *.
set b' := mix q _ _ in step *.
apply: (@lt_le_trans _ _ ((1 - p) * b + p * b')).
  apply: ltr_le_add; first by rewrite ltr_pmul2l ?subr_gt0 ?(lt_le_trans pq).
  by rewrite ler_wpmul2l // mix_mono // ltW.
rewrite -subr_ge0.
have -> : (1 - q) * b + q * b' - ((1 - p) * b + p * b') = (q - p) * (b' - b) by ring.
by rewrite mulr_ge0 ?subr_ge0 // ltW.
Qed.

Lemma rate_empty : rate O s 0 = 0.
Proof.
rewrite rate_query (eq_Ex (g := fun _ => 0 * 1)) ?ExZ ?mul0r // => c cO.
rewrite PrE (eq_Ex (g := fun _ => 0 * 1)) ?ExZ ?mul0r // => w _.
rewrite (_ : bits_set s w = set0) ?subset0 ?(negbTE (s_gt0 cO)) ?mul0r //.
by rewrite /bits_set big_ord0.
Qed.

Lemma rate_one_item : 0 < rate O s 1.
Proof.
have [c cO] : exists c, c \in O by apply/card_gt0P.
have wO : [ffun=> c] \in histories O 1 by apply/familyP => i; rewrite ffunE.
have H0 : (0 < #|both (histories O 1) O|)%N.
  by apply/card_gt0P; exists ([ffun=> c], c); rewrite inE /= wO.
rewrite /rate /Pr divr_gt0 ?ltr0n //; apply/card_gt0P; exists ([ffun=> c], c).
rewrite inE /= inE /= wO cO /=.
by apply: (subset_trans _ (bigcup_sup ord0 _)); rewrite ?ffunE.
Qed.

(** Theorem 3, strictly: with an item or more, one block more lowers the rate. *)
Theorem block_rate_falls_strictly b b' n : (0 < b)%N -> (b < b')%N ->
  block_rate O s b' n.+1 < block_rate O s b n.+1.
Proof.
move=> b0 bb; have b'0 := ltn_trans b0 bb.
rewrite !blocks_mixture // -!mixE; apply: mix_strict.
- by rewrite divr_ge0 ?ler0n.
- by rewrite !div1r ltf_pinv ?posrE ?ltr0n // ltr_nat.
- by rewrite div1r invf_le1 ?ltr0n // ler1n.
- by move=> i j ij; apply: rate_rises_items.
- by rewrite rate_empty rate_one_item.
Qed.

(** With two blocks or more, one item more raises it. *)
Theorem block_rate_rises_strictly b n : (1 < b)%N ->
  block_rate O s b n < block_rate O s b n.+1.
Proof.
move=> b1; have b0 := ltnW b1; rewrite !blocks_mixture // -!mixE /=.
set p := 1 / b%:R; have p0 : 0 < p by rewrite divr_gt0 ?ltr0n.
have p1 : p < 1 by rewrite /p div1r invf_lt1 ?ltr0n ?ltr1n.
rewrite -subr_gt0; set G := fun i => rate O s i.
rewrite (_ : _ - _ = p * (mix p n (fun i => G i.+1) - mix p n G)); last first.
  by rewrite -!/(G _); move: (mix p n _) (mix p n _) => u v; ring.
rewrite mulr_gt0 // subr_gt0 mix_lt ?(ltW p0) // => [i|]; first exact: rate_rises_items.
by rewrite /G rate_empty rate_one_item.
Qed.

End Strict.
