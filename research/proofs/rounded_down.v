(** The numbers of the positive recursion, which are rounded down: products, quotients and sums of
    products over integers, and the certificate of a chain. *)

From Coq Require Import ZArith Lia QArith Lqa List.

Local Open Scope Z_scope.

(** [RoundedDown::times_ratio]: the quotient is formed exactly and cut to 128 bits, so less than one
    of at least 2^127 is lost: one unit. N/D is the true value, counted in units of the last bit. *)
Theorem cut_to_128_bits_loses_one_unit N D M :
  0 < D -> M = N / D -> 2 ^ 127 <= M -> M * D <= N /\ (N - M * D) * 2 ^ 127 < N.
Proof.
intros D0 -> H.
pose proof (Z.div_mod N D ltac:(lia)) as E.
pose proof (Z.mod_pos_bound N D D0) as B. split; [lia|].
assert (D * 2 ^ 127 <= D * (N / D)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.

(** [RoundedDown::times]: the 256-bit product of two mantissas with their top bit set is cut to its
    upper 128 bits, or, where these have no top bit, to them without it and the bit below. It is never
    above the true product, and short of it by less than one unit. *)
Theorem times_loses_one_unit a b D M :
  2 ^ 127 <= a < 2 ^ 128 -> 2 ^ 127 <= b < 2 ^ 128 ->
  D = (if 2 ^ 127 <=? a * b / 2 ^ 128 then 2 ^ 128 else 2 ^ 127) -> M = a * b / D ->
  2 ^ 127 <= M /\ M * D <= a * b /\ (a * b - M * D) * 2 ^ 127 < a * b.
Proof.
intros Ha Hb ED EM.
assert (L : 2 ^ 127 * 2 ^ 127 <= a * b) by (apply Z.mul_le_mono_nonneg; lia).
assert (2 ^ 127 <= M) as top.
{ subst M D. destruct (Z.leb_spec (2 ^ 127) (a * b / 2 ^ 128)) as [H | H]; [exact H|].
  apply Z.div_le_lower_bound; [reflexivity | exact L]. }
split; [exact top|]. apply (cut_to_128_bits_loses_one_unit (a * b) D M); [| exact EM | exact top].
subst D. destruct (2 ^ 127 <=? a * b / 2 ^ 128); reflexivity.
Qed.

(** The bit below is needed: the upper 128 bits alone can be short by more than one unit. *)
Theorem times_needs_the_bit_below :
  exists a b, 2 ^ 127 <= a < 2 ^ 128 /\ 2 ^ 127 <= b < 2 ^ 128 /\
    (a * b - a * b / 2 ^ 128 * 2 ^ 128) * 2 ^ 127 > a * b.
Proof.
exists (2 ^ 127 + 2 ^ 64 - 1), (2 ^ 127 + 2 ^ 63).
vm_compute. repeat split; intuition discriminate.
Qed.

(** ** Sums of products *)

Local Open Scope Z_scope.

(** [multiply_high] of fixed_complex: the upper half of a product from three of its four parts is at
    most 3 too small. *)
Theorem multiply_high_loses_three a1 a0 b1 b0 M :
  0 <= a0 < 2 ^ 64 -> 0 <= b0 < 2 ^ 64 -> 0 <= a1 -> 0 <= b1 ->
  M = a1 * b1 + a1 * b0 / 2 ^ 64 + a0 * b1 / 2 ^ 64 ->
  let exact := (a1 * 2 ^ 64 + a0) * (b1 * 2 ^ 64 + b0) in
  M * 2 ^ 128 <= exact < (M + 3) * 2 ^ 128.
Proof.
intros Ha Hb a1p b1p -> exact_product.
assert (E : exact_product = a1 * b1 * 2 ^ 128 + a1 * b0 * 2 ^ 64 + a0 * b1 * 2 ^ 64 + a0 * b0).
{ unfold exact_product. replace (2 ^ 128) with (2 ^ 64 * 2 ^ 64) by reflexivity. ring. }
pose proof (Z.div_mod (a1 * b0) (2 ^ 64) ltac:(discriminate)) as D1.
pose proof (Z.mod_pos_bound (a1 * b0) (2 ^ 64) ltac:(reflexivity)) as B1.
pose proof (Z.div_mod (a0 * b1) (2 ^ 64) ltac:(discriminate)) as D2.
pose proof (Z.mod_pos_bound (a0 * b1) (2 ^ 64) ltac:(reflexivity)) as B2.
assert (L : 0 <= a0 * b0) by (apply Z.mul_nonneg_nonneg; lia).
assert (U : a0 * b0 <= (2 ^ 64 - 1) * (2 ^ 64 - 1)) by (apply Z.mul_le_mono_nonneg; lia).
change (2 ^ 128) with (2 ^ 64 * 2 ^ 64) in *. clearbody exact_product.
set (u := a1 * b0 / 2 ^ 64) in *. set (v := a0 * b1 / 2 ^ 64) in *.
set (p := a1 * b0) in *. set (q := a0 * b1) in *. set (z := a0 * b0) in *.
change (2 ^ 64) with 18446744073709551616 in *. lia.
Qed.

(** An addend shifted into place: at most 4 units too small. *)
Theorem addend_loses_four M e s k :
  0 <= s -> M * 2 ^ 128 <= e < (M + 3) * 2 ^ 128 -> k = M / 2 ^ s ->
  k * (2 ^ 128 * 2 ^ s) <= e < (k + 4) * (2 ^ 128 * 2 ^ s).
Proof.
intros s0 H ->. assert (p0 : 0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia).
pose proof (Z.div_mod M (2 ^ s) ltac:(lia)) as D. pose proof (Z.mod_pos_bound M (2 ^ s) p0) as B.
set (p := 2 ^ s) in *. set (k := M / p) in *. clearbody p k.
change (2 ^ 128) with 340282366920938463463374607431768211456 in *. nia.
Qed.

Local Open Scope Q_scope.

(** Each addend with what is left of it. *)
Fixpoint whole (l : list (Q * Z)) : Q := match l with nil => 0 | (x, _) :: l => x + whole l end.
Fixpoint left_of (l : list (Q * Z)) : Q := match l with nil => 0 | (_, k) :: l => inject_Z k + left_of l end.

(** [sum_units] of chain.rs *)
Definition sum_units (addends headroom : Z) : Z := (4 * addends * 2 ^ (headroom + 1))%Z.

Lemma sum_loses (l : list (Q * Z)) :
  Forall (fun a => inject_Z (snd a) <= fst a <= inject_Z (snd a) + 4) l ->
  left_of l <= whole l <= left_of l + 4 * inject_Z (Z.of_nat (length l)).
Proof.
induction 1 as [| [x k] l [lo hi] _ [IH1 IH2]]; [split; discriminate|].
cbn [left_of whole fst snd length] in *. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus.
change (inject_Z 1) with 1. set (n := inject_Z (Z.of_nat (length l))) in *. split; lra.
Qed.

Lemma whole_ge (l : list (Q * Z)) x k :
  Forall (fun a => 0 <= fst a) l -> In (x, k) l -> x <= whole l.
Proof.
induction 1 as [| [y j] l y0 pos IH]; [intros []|].
assert (0 <= whole l).
{ clear IH. induction pos as [| [z i] l z0 _ IH]; simpl in *; [discriminate | lra]. }
simpl in *. intros [[= -> ->] | H']; [lra | specialize (IH H'); lra].
Qed.

(** The rule of a sum of products: where the largest addend is at least 2^(126−headroom) units of the
    accumulator and each is cut by at most 4 of them, the sum has lost at most
    [sum_units]·2^-127 of itself. *)
Theorem sum_units_holds (l : list (Q * Z)) (headroom : Z) x k :
  (0 <= headroom <= 126)%Z ->
  Forall (fun a => inject_Z (snd a) <= fst a <= inject_Z (snd a) + 4) l ->
  Forall (fun a => 0 <= fst a) l -> In (x, k) l -> inject_Z (2 ^ (126 - headroom)) <= x ->
  left_of l <= whole l /\
  (whole l - left_of l) * inject_Z (2 ^ 127)
  <= inject_Z (sum_units (Z.of_nat (length l)) headroom) * whole l.
Proof.
intros Hh cut pos inside top. destruct (sum_loses l cut) as [low high]. split; [exact low|].
pose proof (whole_ge l x k pos inside) as W.
assert (E : (sum_units (Z.of_nat (length l)) headroom * 2 ^ (126 - headroom)
             = 4 * Z.of_nat (length l) * 2 ^ 127)%Z).
{ assert (P : (2 ^ (headroom + 1) * 2 ^ (126 - headroom) = 2 ^ 127)%Z).
  { rewrite <- Z.pow_add_r; [f_equal; lia | lia | lia]. }
  unfold sum_units. rewrite <- P. ring. }
set (n := Z.of_nat (length l)) in *.
assert (U0 : 0 <= inject_Z (sum_units n headroom)).
{ change 0 with (inject_Z 0). rewrite <- Zle_Qle. unfold sum_units.
  apply Z.mul_nonneg_nonneg; [lia | apply Z.pow_nonneg; lia]. }
apply Qle_trans with (inject_Z (sum_units n headroom) * inject_Z (2 ^ (126 - headroom))).
- rewrite <- inject_Z_mult, E, !inject_Z_mult. apply Qmult_le_compat_r; [| discriminate].
  change (inject_Z 4) with 4. lra.
- rewrite !(Qmult_comm (inject_Z (sum_units n headroom))).
  apply Qmult_le_compat_r; [lra | exact U0].
Qed.

(** ** The certificate *)

(** The invariant of chain.rs: for every event, with S the sum of its cells,

    S ≤ P ≤ (S + dropped·2^(cut+1)) / (1 − units·2^-127).

    Here [u] stands for units·2^-127, [drop] for dropped·2^(cut+1), and P is split into the part that
    the cells stand for and the part that was left out. *)
Theorem chain_certificate S kept out P u drop :
  0 <= u -> u < 1 ->
  P == kept + out ->          (* what the cells stand for, and what was left out *)
  S <= kept -> 0 <= out ->    (* cells are rounded down *)
  kept * (1 - u) <= S ->      (* the cells are short of it by at most u of it *)
  out * (1 - u) <= drop ->    (* what was left out *)
  S <= P /\ P <= (S + drop) / (1 - u).
Proof.
intros u0 u1 E down out0 up left. split; [lra|].
apply Qle_shift_div_l; [lra|].
setoid_replace (P * (1 - u)) with (kept * (1 - u) + out * (1 - u)) by (rewrite E; ring).
lra.
Qed.

(** A number that is short by a fraction of at most u, and then by a fraction of at most v, is short
    by at most u + v: units add. *)
Theorem units_add x u v : 0 <= x -> 0 <= u -> 0 <= v -> x * (1 - (u + v)) <= x * (1 - u) * (1 - v).
Proof.
intros x0 u0 v0.
assert (0 <= x * (u * v)) by (apply Qmult_le_0_compat; [|apply Qmult_le_0_compat]; assumption).
setoid_replace (x * (1 - u) * (1 - v)) with (x * (1 - (u + v)) + x * (u * v)) by ring.
lra.
Qed.
