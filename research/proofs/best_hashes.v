(** The best number of hashes: Corollary T of docs/paper/best-hashes.md, by powers with whole exponents.

    From k on, the rate of a standard filter does not fall with k once q^n <= k/(k+1). *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.
From urnfield Require Import counting binomials occupancy rates blocks bounds monotony.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Balls one by one *)

Section Balls.

Variable m : nat.
Hypothesis m_gt0 : (0 < m)%N.

Lemma mN0 : m%:R != 0 :> rat. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

(** The first ball and the others. *)
Lemma Ex_ball_first N (F : {set 'I_m} -> rat) :
  Ex predT (fun w : {ffun 'I_N.+1 -> 'I_m} => F (occupied w))
  = Ex predT (fun c : 'I_m => Ex predT (fun g : {ffun 'I_N -> 'I_m} => F (c |: occupied g))).
Proof.
pose cons (p : 'I_m * {ffun 'I_N -> 'I_m}) : {ffun 'I_N.+1 -> 'I_m} :=
  [ffun i => oapp p.2 p.1 (unlift ord0 i)].
pose split (w : {ffun 'I_N.+1 -> 'I_m}) := (w ord0, [ffun i => w (lift ord0 i)]).
have consK : cancel cons split.
  by case=> c g; rewrite /split /cons ffunE unlift_none /=; congr (_, _); apply/ffunP => i;
     rewrite !ffunE liftK.
have splitK : cancel split cons.
  move=> w; apply/ffunP => i; rewrite /cons ffunE /=.
  by case: unliftP => [j ->|->] //=; rewrite ffunE.
have occ p : occupied (cons p) = p.1 |: occupied p.2.
  apply/setP => u; rewrite !inE; apply/imsetP/orP => [[i _ ->]|].
    rewrite /cons ffunE; case: unliftP => [j _|_] /=; last by left.
    by right; apply: imset_f.
  case=> [/eqP ->|/imsetP[j _ ->]].
    by exists ord0 => //; rewrite /cons ffunE unlift_none.
  by exists (lift ord0 j) => //; rewrite /cons ffunE liftK.
rewrite /Ex (reindex cons) /=; last by apply: onW_bij; exists split.
rewrite (eq_bigr (fun p => F (p.1 |: occupied p.2))); last by move=> p _; rewrite occ.
rewrite -(pair_big predT predT (fun c g => F (c |: occupied g))) /=.
rewrite -mulr_suml -mulrA -invfM; congr (_ / _).
by rewrite !card_ffun !card_ord expnS natrM mulrC.
Qed.

(** One ball more. *)
Lemma Ex_one_ball (H : nat -> rat) (S : {set 'I_m}) :
  Ex predT (fun c : 'I_m => H #|c |: S|) = step m H #|S|.
Proof.
rewrite /Ex card_ord (bigID (mem S)) /=.
rewrite (eq_bigr (fun _ => H #|S|)); last by move=> c cS; rewrite (setUidPr _) // sub1set.
rewrite [X in _ + X](eq_bigr (fun _ => H #|S|.+1)); last first.
  by move=> c cS; rewrite cardsU1 cS.
rewrite !sumr_const /step.
have Sm : (#|S| <= m)%N by have := max_card (mem S); rewrite card_ord.
have -> : #|[pred c | c \notin S]| = (m - #|S|)%N.
  apply: (@addnI #|S|); rewrite subnKC //; apply: etrans (etrans (cardC (mem S)) (card_ord m)).
  by congr (_ + _)%N; apply: eq_card.
rewrite -[H #|S| *+ _]mulr_natl -[H #|S|.+1 *+ _]mulr_natl natrB //.
move: (H #|S|) (H #|S|.+1) (#|S|%:R) mN0 => a b t mn.
have -> : 1 - t / m%:R = (m%:R - t) / m%:R by rewrite mulrBl divff.
by rewrite [LHS]mulrDl; congr (_ + _); rewrite mulrAC.
Qed.

Lemma balls_chain N (S : {set 'I_m}) (g : nat -> rat) :
  Ex predT (fun w : {ffun 'I_N -> 'I_m} => g #|S :|: occupied w|) = iter N (step m) g #|S|.
Proof.
elim: N S => [|N IH] S.
  rewrite (eq_Ex (g := fun _ => g #|S|)) ?Ex_const //.
    by rewrite card_ffun !card_ord expn0.
  move=> w _; congr (g _); apply: eq_card => u; rewrite !inE; case: (u \in S) => //=.
  by apply/imsetP => -[[]].
rewrite (Ex_ball_first N (fun T => g #|S :|: T|)) iterS -Ex_one_ball.
apply: eq_Ex => c _; rewrite -IH; apply: eq_Ex => w _.
by rewrite setUA [S :|: _]setUC.
Qed.

(** f_S as a chain over the balls. *)
Lemma f_S_balls k n : f_S m k n = iter (n * k) (step m) (fun x => (x%:R / m%:R) ^+ k) 0%N.
Proof.
rewrite f_S_law //.
rewrite -(Ex_comp (fun i => (i%:R / m%:R) ^+ k)); last by move=> w _; exact: occupied_le.
have := balls_chain (n * k) set0 (fun x => (x%:R / m%:R) ^+ k); rewrite cards0 => <-.
by apply: eq_Ex => w _; rewrite set0U.
Qed.

(** ** The chain is monotone, and Jensen's inequality for it *)

Lemma share_ge0 d : 0 <= d%:R / m%:R :> rat. Proof. by rewrite divr_ge0 ?ler0n. Qed.

Lemma step_le (G H : nat -> rat) : (forall d, (d <= m)%N -> G d <= H d) ->
  forall d, (d <= m)%N -> step m G d <= step m H d.
Proof.
move=> GH d dm; rewrite /step; apply: ler_add; first by rewrite ler_wpmul2l ?share_ge0 ?GH.
move: dm; rewrite leq_eqVlt => /orP[/eqP ->|dm]; first by rewrite divff ?mN0 // subrr !mul0r.
by rewrite ler_wpmul2l ?share_le1 ?GH // ltnW.
Qed.

Lemma iter_step_le N (G H : nat -> rat) : (forall d, (d <= m)%N -> G d <= H d) ->
  forall d, (d <= m)%N -> iter N (step m) G d <= iter N (step m) H d.
Proof. by move=> GH; elim: N => //= N IH; apply: step_le. Qed.

Lemma iter_step_ge0 N (G : nat -> rat) : (forall d, 0 <= G d) ->
  forall d, (d <= m)%N -> 0 <= iter N (step m) G d.
Proof.
move=> G0; elim: N => //= N IH d dm; rewrite /step.
apply: addr_ge0; first by rewrite mulr_ge0 ?share_ge0 ?IH.
move: dm; rewrite leq_eqVlt => /orP[/eqP ->|dm]; first by rewrite divff ?mN0 // subrr mul0r.
by rewrite mulr_ge0 ?IH // share_le1 // ltnW.
Qed.

(** Jensen for two points. *)
Lemma two_point_power (t a b : rat) k : 0 <= t -> 0 <= 1 - t -> 0 <= a -> 0 <= b ->
  (t * a + (1 - t) * b) ^+ k <= t * a ^+ k + (1 - t) * b ^+ k.
Proof.
move=> t0 t1 a0 b0; elim: k => [|k IH]; first by rewrite !expr0 !mulr1 addrC subrK.
have s0 : 0 <= t * a + (1 - t) * b by rewrite addr_ge0 ?mulr_ge0.
rewrite exprS; apply: le_trans (ler_wpmul2l s0 IH) _; rewrite -subr_ge0.
have -> : t * a ^+ k.+1 + (1 - t) * b ^+ k.+1
          - (t * a + (1 - t) * b) * (t * a ^+ k + (1 - t) * b ^+ k)
        = t * (1 - t) * ((a - b) * (a ^+ k - b ^+ k)).
  by rewrite !exprS; move: (a ^+ k) (b ^+ k) => x z; ring.
apply: mulr_ge0; first exact: mulr_ge0.
wlog ab : a b a0 b0 {s0 IH} / b <= a => [H|].
  case/orP: (le_total b a) => ab; first exact: H.
  by rewrite -mulrNN !opprB; apply: H.
by rewrite mulr_ge0 ?subr_ge0 // ler_expn2r.
Qed.

Lemma iter_step_power N k (G : nat -> rat) : (forall d, 0 <= G d) ->
  forall d, (d <= m)%N -> (iter N (step m) G d) ^+ k <= iter N (step m) (fun x => G x ^+ k) d.
Proof.
move=> G0; elim: N => //= N IH d dm; apply: le_trans (step_le IH dm).
have := iter_step_ge0 N G0; set K := iter N _ G => K0; rewrite /step.
move: dm; rewrite leq_eqVlt => /orP[/eqP ->|dm].
  by rewrite divff ?mN0 // subrr !mul0r !mul1r !addr0.
by rewrite two_point_power ?share_ge0 ?share_le1 ?K0 // ltnW.
Qed.

(** The mean share after N balls: 1 − y^N·(1 − x/m), y = 1 − 1/m. *)
Lemma iter_step_mean N d :
  iter N (step m) (fun x => x%:R / m%:R) d = 1 - y m ^+ N * (1 - d%:R / m%:R).
Proof.
elim: N d => [|N IH] d; first by rewrite expr0 mul1r subKr.
rewrite iterS {1}/step !IH exprSr /y natrB // mulrBl divff ?mN0 // mul1r.
by rewrite -addn1 natrD; ring.
Qed.

End Balls.

(** ** Corollary T *)

(** The inequality of the means of j numbers a and k − j numbers 1. *)
Lemma means (a : rat) j k : (j <= k)%N -> (0 < k)%N -> 0 <= a ->
  a ^+ j <= (((k - j)%:R + j%:R * a) / k%:R) ^+ k.
Proof.
move=> jk k0 a0; pose E (i : 'I_k) := if (i < j)%N then a else 1.
have E0 : {in 'I_k, forall i, 0 <= E i} by move=> i _; rewrite /E; case: ifP => _; rewrite ?ler01.
have [] := leif_AGM E0; rewrite card_ord => + _.
have lt_card : #|[pred i : 'I_k | (i < j)%N]| = j.
  have -> : #|[pred i : 'I_k | (i < j)%N]| = #|[set widen_ord jk i | i : 'I_j]|.
    apply: eq_card => i; rewrite inE; apply/idP/imsetP => [ij|[i' _ ->]] //=.
    by exists (Ordinal ij) => //; apply: val_inj.
  by rewrite card_imset ?card_ord // => i i' /(congr1 val) /= /val_inj.
have ge_card : #|[pred i : 'I_k | ~~ (i < j)%N]| = (k - j)%N.
  by rewrite -{2}lt_card -[X in (X - _)%N](card_ord k) -(cardC [pred i : 'I_k | (i < j)%N]) addKn;
     apply: eq_card => i; rewrite !inE.
have -> : \prod_(i in 'I_k) E i = a ^+ j.
  rewrite (bigID (fun i : 'I_k => (i < j)%N)) /=.
  rewrite (eq_bigr (fun _ => a)); last by move=> i; rewrite /E => ->.
  rewrite [X in _ * X](eq_bigr (fun _ => 1)); last by move=> i /negbTE; rewrite /E => ->.
  by rewrite prodr_const big1_eq mulr1 lt_card.
have -> : (\sum_(i in 'I_k) E i) / k%:R = ((k - j)%:R + j%:R * a) / k%:R.
  congr (_ / _); rewrite (bigID (fun i : 'I_k => (i < j)%N)) /=.
  rewrite (eq_bigr (fun _ => a)); last by move=> i; rewrite /E => ->.
  rewrite [X in _ + X](eq_bigr (fun _ => 1)); last by move=> i /negbTE; rewrite /E => ->.
  by rewrite !sumr_const lt_card ge_card addrC mulr_natl.
by [].
Qed.

(** If y^(n(k−j)) ≤ j/k then f_S does not fall from j to k hashes. *)
Theorem f_S_rises_between m n j k : (0 < m)%N -> (j <= k)%N ->
  k%:R * y m ^+ (n * (k - j)) <= j%:R -> f_S m j n <= f_S m k n.
Proof.
move=> m0 jk yk; have [k0|k0] := posnP k.
  by move: jk; rewrite k0 leqn0 => /eqP ->; exact: lexx.
have kN : k%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
rewrite !f_S_balls //; have -> : (n * k = n * j + n * (k - j))%N by rewrite -mulnDr subnKC.
rewrite iterD; apply: iter_step_le => // d dm; set a := d%:R / m%:R.
have a0 : 0 <= a by exact: share_ge0.
have a1 : 0 <= 1 - a by exact: share_le1.
apply: le_trans (iter_step_power m0 _ k (share_ge0 m) dm).
apply: le_trans (means jk k0 a0) _; apply: ler_expn2r; rewrite ?nnegrE.
- apply: divr_ge0; last exact: ler0n.
  by apply: addr_ge0; [exact: ler0n | apply: mulr_ge0; [exact: ler0n|]].
- by apply: (iter_step_ge0 m0) => // e; exact: share_ge0.
rewrite iter_step_mean // -/a ler_pdivr_mulr ?ltr0n // natrB //.
rewrite -subr_ge0; set Y := y m ^+ _.
have -> : (1 - Y * (1 - a)) * k%:R - (k%:R - j%:R + j%:R * a) = (j%:R - k%:R * Y) * (1 - a).
  by ring.
by rewrite mulr_ge0 // subr_ge0.
Qed.

(** One hash more: f_S does not fall from k on once (1 − 1/m)^n ≤ k/(k+1). *)
Theorem f_S_rises m n k : (0 < m)%N ->
  k.+1%:R * y m ^+ n <= k%:R -> f_S m k n <= f_S m k.+1 n.
Proof. by move=> m0 yk; apply: f_S_rises_between => //; rewrite subSnn muln1. Qed.
