(** The positive recursion step by step: a run of steps keeps what [chain.rs] says of its cells.

    A law moves from state to state by a step's chances. The cells follow it with numbers that are
    rounded down, and cells not above 2^cut are left out and counted. All numbers here are rational.
    The rules of the integers are in [rounded_down.v]; that the code of a step meets [one_step] is
    not proved. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.zify Require Import ssrZ zify.
From mathcomp.algebra_tactics Require Import ring.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Losses of factors add: 1 − (u + v) ≤ (1 − u)(1 − v). *)
Lemma losses_add (u v : rat) : 0 <= u -> 0 <= v -> 1 - (u + v) <= (1 - u) * (1 - v).
Proof.
move=> u0 v0; rewrite -subr_ge0 (_ : _ - _ = u * v); first exact: mulr_ge0.
by ring.
Qed.

(** Parts of a sum of units; apart from the fractions, because [lia] looks at every hypothesis. *)
Lemma parts_of_units a b c d :
  [/\ b <= d + (a + b + c + 2), d <= d + (a + b + c + 2), c <= d + (a + b + c + 2),
      1 <= d + (a + b + c + 2) & a + 1 + b + d + c + 1 = d + (a + b + c + 2)]%N.
Proof. by split; lia. Qed.

Section Recursion.

(** The states; [one_unit] is 2^-127 and [least] is 2^cut. *)
Variables (S : finType) (one_unit least : rat).
Hypothesis one_unit_gt0 : 0 < one_unit.
Hypothesis least_gt0 : 0 < least.

(** What becomes of a target of a step. *)
Inductive fate := Kept | Dropped | Ignored.

Definition is_kept f := if f is Kept then true else false.
Definition is_dropped f := if f is Dropped then true else false.
Definition is_ignored f := if f is Ignored then true else false.

(** A moment of a run: the true law, the cells, the states that can still reach what is asked, and
    the two losses ([Loss] of chain.rs). *)
Record moment := Moment {
  law : S -> rat;
  cells : S -> rat;
  matters : pred S;
  units : nat;
  dropped : nat
}.

(** One step: from the state i to t with the chance [chance i t]; [value t] is the number computed for
    t, rounded down from the sum over the cells with a loss of at most [lost] units. A target is kept,
    or dropped and counted where its number is not above 2^cut, or ignored where it does not matter. *)
Definition one_step (a b : moment) : Prop :=
  exists (chance : S -> S -> rat) (value : S -> rat) (what : S -> fate) (lost : nat),
    [/\ [/\ forall i t, 0 <= chance i t, forall i, \sum_t chance i t <= 1
          & forall t, law b t = \sum_i chance i t * law a i],
        [/\ forall t, value t <= \sum_i chance i t * cells a i,
            forall t, (1 - lost%:R * one_unit) * (\sum_i chance i t * cells a i) <= value t
          & forall t, 0 <= value t],
        [/\ forall t, cells b t = if is_kept (what t) then value t else 0,
            forall t, is_dropped (what t) -> value t <= least
          & forall t, matters b t -> ~~ is_ignored (what t)],
        forall i t, matters b t -> chance i t != 0 -> matters a i
      & units b = (units a + lost)%N
        /\ dropped b = (dropped a + #|[pred t | is_dropped (what t)]|)%N].

(** The invariant. The true law is what the cells stand for and what was left out:
    - units: a cell is too small by at most a fraction units·2^-127;
    - dropped: the true sum of what was left out is at most dropped·2^(cut+1). *)
Definition invariant (a : moment) : Prop :=
  exists stands out : S -> rat,
    [/\ forall i, matters a i -> law a i = stands i + out i,
        forall i, 0 <= cells a i <= stands i,
        forall i, stands i * (1 - (units a)%:R * one_unit) <= cells a i,
        forall i, 0 <= out i
      & \sum_i out i <= (dropped a)%:R * (2%:R * least)].

(** The factor two covers the units as long as these are no more than half of everything. *)
Definition within_reach (a : moment) : Prop := 2%:R * ((units a)%:R * one_unit) <= 1.

(** A step keeps the invariant. *)
Theorem step_keeps_invariant a b : one_step a b -> within_reach b -> invariant a -> invariant b.
Proof.
case=> chance [value [what [lost]]].
case=> [[ch0 ch1 lawE]] [low high val0] [cellE dropE matE] reach [unitE dropN] wr.
case=> stands [out [split_ cell_le cell_ge out0 out_le]].
set u := (units a)%:R * one_unit in cell_ge; set v := lost%:R * one_unit in high.
have u0 : 0 <= u by rewrite mulr_ge0 ?ler0n ?ltW.
have v0 : 0 <= v by rewrite mulr_ge0 ?ler0n ?ltW.
have uvE : (units b)%:R * one_unit = u + v by rewrite unitE natrD mulrDl.
have half : 2%:R * (u + v) <= 1 by rewrite -uvE.
have uv1 : 0 <= 1 - (u + v).
  by rewrite subr_ge0 (le_trans _ half) // mulrDl mul1r ler_addl addr_ge0.
have u1 : 0 <= 1 - u by rewrite (le_trans uv1) // ler_sub // ler_addl.
have v1 : 0 <= 1 - v by rewrite (le_trans uv1) // ler_sub // ler_addr.
have st0 i : 0 <= stands i by case/andP: (cell_le i) => /le_trans; apply.
pose reached t := \sum_i chance i t * stands i.
have reached0 t : 0 <= reached t by apply: sumr_ge0 => i _; exact: mulr_ge0.
(* The computed number is short of what it stands for by the losses so far and the step's. *)
have close t : reached t * (1 - (u + v)) <= value t.
  apply: le_trans (high t); apply: (@le_trans _ _ ((1 - v) * (reached t * (1 - u)))).
    rewrite [X in _ <= X]mulrCA; apply: ler_wpmul2l => //.
    by rewrite [X in _ <= X]mulrC; exact: losses_add.
  apply: ler_wpmul2l => //; rewrite mulr_suml; apply: ler_sum => i _.
  by rewrite -mulrA; apply: ler_wpmul2l.
exists (fun t => if is_kept (what t) then reached t else 0).
exists (fun t => if is_ignored (what t) then 0 else
                 \sum_i chance i t * out i + (if is_dropped (what t) then reached t else 0)).
split=> [t mt|t|t|t|].
- have -> : law b t = reached t + \sum_i chance i t * out i.
    rewrite lawE /reached -big_split /=; apply: eq_bigr => i _; rewrite -mulrDr.
    have [->|ne] := eqVneq (chance i t) 0; first by rewrite !mul0r.
    by rewrite split_ // (reach i t).
  by have := matE t mt; case: (what t) => //= _; rewrite ?addr0 // add0r addrC.
- rewrite cellE; case: (what t); rewrite /= ?lexx // val0 /=.
  apply: le_trans (low t) _; apply: ler_sum => i _; apply: ler_wpmul2l => //.
  by case/andP: (cell_le i).
- rewrite cellE uvE; case: (what t) => /=; rewrite ?mul0r ?lexx //; exact: close.
- case: (what t) => //=; apply: addr_ge0 => //; apply: sumr_ge0 => i _; exact: mulr_ge0.
rewrite dropN natrD mulrDl.
apply: (@le_trans _ _ (\sum_t (\sum_i chance i t * out i
                               + (if is_dropped (what t) then reached t else 0)))).
  apply: ler_sum => t _; case: (what t) => //=; rewrite addr0.
  by apply: sumr_ge0 => i _; exact: mulr_ge0.
rewrite big_split /=; apply: ler_add.
  apply: le_trans out_le; rewrite exchange_big /=; apply: ler_sum => i _.
  by rewrite -mulr_suml -[X in _ <= X]mul1r; apply: ler_wpmul2r.
rewrite -big_mkcond /= mulr_natl -sumr_const; apply: ler_sum => t dt.
have small : reached t * (1 - (u + v)) <= least by exact: le_trans (close t) (dropE t dt).
apply: (@le_trans _ _ (2%:R * (reached t * (1 - (u + v))))); last by rewrite ler_pmul2l.
rewrite mulrCA -[X in X <= _]mulr1; apply: ler_wpmul2l => //.
rewrite mulrBr mulr1 -subr_ge0.
by rewrite (_ : _ - _ = 1 - 2%:R * (u + v)) ?subr_ge0 //; ring.
Qed.

(** A run: step after step. *)
Inductive run : moment -> moment -> Prop :=
| run_rests a : run a a
| run_goes_on a b c : one_step a b -> run b c -> run a c.

Lemma step_units a b : one_step a b -> (units a <= units b)%N.
Proof. by case=> ? [? [? [? [_ _ _ _ [-> _]]]]]; rewrite leq_addr. Qed.

Lemma within_reach_before a b : one_step a b -> within_reach b -> within_reach a.
Proof.
move=> /step_units ab; apply: le_trans; rewrite ler_pmul2l // ler_pmul2r ?one_unit_gt0 //.
by rewrite ler_nat.
Qed.

Lemma within_reach_start a b : run a b -> within_reach b -> within_reach a.
Proof. by elim=> // {a b} a b c ab _ IH /IH; exact: within_reach_before. Qed.

(** A run of steps keeps the invariant. *)
Theorem run_keeps_invariant a b : run a b -> within_reach b -> invariant a -> invariant b.
Proof.
elim=> // {a b} a b c ab bc IH wc ia; apply: IH => //.
exact: step_keeps_invariant ab (within_reach_start bc wc) ia.
Qed.

(** [Chain::certain]: the law of a certain state, without a loss. *)
Definition certain (s : S) (wanted : pred S) : moment :=
  Moment (fun i => (i == s)%:R) (fun i => (i == s)%:R) wanted 0 0.

Lemma certain_invariant s wanted : invariant (certain s wanted).
Proof.
exists (fun i => (i == s)%:R), (fun _ => 0); split=> //= [i _|i|i|].
- by rewrite addr0.
- by rewrite ler0n lexx.
- by rewrite mul0r subr0 mulr1.
- by rewrite big1_eq mul0r.
Qed.

(** The certificate of chain.rs: for every event E of the final state that was asked for,

    P̃(E) ≤ P(E) ≤ (P̃(E) + dropped·2^(cut+1))/(1 − units·2^-127). *)
Theorem run_certificate s wanted b (E : pred S) :
  run (certain s wanted) b -> within_reach b -> (forall i, E i -> matters b i) ->
  \sum_(i | E i) cells b i <= \sum_(i | E i) law b i
  <= (\sum_(i | E i) cells b i + (dropped b)%:R * (2%:R * least))
     / (1 - (units b)%:R * one_unit).
Proof.
move=> ran wb asked.
have [stands [out [split_ cell_le cell_ge out0 out_le]]] :=
  run_keeps_invariant ran wb (certain_invariant s wanted).
set u := (units b)%:R * one_unit in cell_ge *.
have u0 : 0 <= u by rewrite mulr_ge0 ?ler0n ?ltW.
have u1 : 0 < 1 - u.
  rewrite subr_gt0 (_ : u = 2%:R * u / 2%:R); last by rewrite mulrAC divff ?mul1r.
  by rewrite ltr_pdivr_mulr // mul1r (le_lt_trans wb).
have out_E : \sum_(i | E i) out i <= (dropped b)%:R * (2%:R * least).
  apply: le_trans out_le; rewrite [X in _ <= X](bigID E) /= ler_addl.
  exact: sumr_ge0.
have -> : \sum_(i | E i) law b i = \sum_(i | E i) (stands i + out i).
  by apply: eq_bigr => i Ei; rewrite split_ ?asked.
rewrite big_split /=; apply/andP; split.
  rewrite -[X in X <= _]addr0; apply: ler_add; last exact: sumr_ge0.
  by apply: ler_sum => i _; case/andP: (cell_le i).
rewrite ler_pdivl_mulr // mulrDl; apply: ler_add.
  by rewrite mulr_suml; apply: ler_sum => i _; exact: cell_ge.
apply: le_trans out_E; rewrite -[X in _ <= X]mulr1; apply: ler_wpmul2l; first exact: sumr_ge0.
by rewrite ler_subl_addr ler_addl.
Qed.

(** ** The loss of one step of a committee *)

(** [x'] was rounded down from [x], which lost at most [u] units. *)
Definition short (x x' : rat) (u : nat) := x * (1 - u%:R * one_unit) <= x'.

Lemma short_trans x y z u v : 0 <= x -> v%:R * one_unit <= 1 ->
  short x y u -> short y z v -> short x z (u + v).
Proof.
move=> x0 v1 xy; apply: le_trans; apply: (@le_trans _ _ (x * (1 - u%:R * one_unit) * (1 - v%:R * one_unit))).
  rewrite -mulrA natrD mulrDl; apply: ler_wpmul2l => //.
  by apply: losses_add; rewrite mulr_ge0 ?ler0n ?ltW.
by rewrite ler_wpmul2r ?subr_ge0.
Qed.

Lemma short_mul x x' z u : 0 <= z -> short x x' u -> short (x * z) (x' * z) u.
Proof. by move=> z0 xx; rewrite /short mulrAC ler_wpmul2r. Qed.

Lemma short_sum (x x' : S -> rat) u :
  (forall i, short (x i) (x' i) u) -> short (\sum_i x i) (\sum_i x' i) u.
Proof. by move=> xx; rewrite /short mulr_suml; apply: ler_sum => i _; exact: xx. Qed.

Lemma fewer_units u v : (u <= v)%N -> v%:R * one_unit <= 1 -> u%:R * one_unit <= 1.
Proof. by move=> uv; apply: le_trans; rewrite ler_wpmul2r ?ler_nat ?ltW. Qed.

(** [union_steps] of steps.rs: a chance is a factor of the source, one of the target and one of their
    distance. Their units, those of the sum of products ([sum_units]) and the two products make up
    what the number of a target has lost. The Rust code counts one unit more. *)
Theorem step_loses (cell source row scaled row' : S -> rat) (target target' dot value : rat)
    (of_source of_row of_target of_sum : nat) :
  (forall i, 0 <= cell i) -> (forall i, 0 <= source i) -> (forall i, 0 <= row i) -> 0 <= target ->
  (forall i, 0 <= scaled i) -> 0 <= dot ->
  (of_sum + (of_source + of_row + of_target + 2))%:R * one_unit <= 1 ->
  (forall i, short (cell i * source i) (scaled i) (of_source + 1)) ->
  (forall i, short (row i) (row' i) of_row) ->
  short (\sum_i scaled i * row' i) dot of_sum ->
  short target target' of_target ->
  short (dot * target') value 1 ->
  short (\sum_i source i * row i * target * cell i) value
    (of_sum + (of_source + of_row + of_target + 2)).
Proof.
move=> cell0 source0 row0 target0 scaled0 dot0 all1 sc ro su ta va.
have [row_few sum_few target_few one_few total] := parts_of_units of_source of_row of_target of_sum.
have few u : (u <= of_sum + (of_source + of_row + of_target + 2))%N -> u%:R * one_unit <= 1.
  by move=> /fewer_units; apply.
have products i : short (cell i * source i * row i) (scaled i * row' i) (of_source + 1 + of_row).
  apply: (short_trans (y := scaled i * row i)).
  - by rewrite !mulr_ge0.
  - exact: few row_few.
  - exact: short_mul.
  - by rewrite ![scaled i * _]mulrC; exact: short_mul.
have sums := short_sum products.
have whole0 : 0 <= \sum_i cell i * source i * row i.
  by apply: sumr_ge0 => i _; rewrite !mulr_ge0.
have dots : short (\sum_i cell i * source i * row i) dot (of_source + 1 + of_row + of_sum).
  exact: short_trans whole0 (few _ sum_few) sums su.
have both : short ((\sum_i cell i * source i * row i) * target) (dot * target')
                  (of_source + 1 + of_row + of_sum + of_target).
  apply: (short_trans (y := dot * target)).
  - exact: mulr_ge0.
  - exact: few target_few.
  - exact: short_mul.
  - by rewrite ![dot * _]mulrC; exact: short_mul.
have := short_trans (mulr_ge0 whole0 target0) (few _ one_few) both va; rewrite mulr_suml total.
by rewrite (eq_bigr (fun i => source i * row i * target * cell i)) => [|i _] //; ring.
Qed.

End Recursion.
