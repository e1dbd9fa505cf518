(** Rounding rules, over integers: the error counts of [Real] and of the positive recursion. *)

From Coq Require Import ZArith Lia QArith Lqa.

Local Open Scope Z_scope.

(** Operands are integers A and B whose true values X/s and Y/s, s > 0, are within a and b units of
    them. Everything below is multiplied out, so that it is about integers alone: X and Y are true
    values in units of 1/s.

    [top] is the highest word of a mantissa of L words, so A < (top + 1)·2^(64(L−1)). *)

Definition word := 2 ^ 64.

(** |x − A| ≤ a *)
Definition within (x A a : Z) := Z.abs (x - A) <= a.

(** ⌈n/d⌉ *)
Definition div_ceil (n d : Z) := (n + d - 1) / d.

Lemma div_ceil_spec n d : 0 < d -> n <= div_ceil n d * d.
Proof.
intros d0; unfold div_ceil.
pose proof (Z.div_mod (n + d - 1) d ltac:(lia)) as E.
pose proof (Z.mod_pos_bound (n + d - 1) d d0). nia.
Qed.

(** [Rules::multiply]: guard units lost by A·B cut to L + 1 words. *)
Definition multiply_rule (top_a a top_b b : Z) :=
  (top_a + 1) * b + (top_b + 1) * a + div_ceil (a * b) word + 1.

(** |(A±a)(B±b) − AB| ≤ A·b + B·a + ab *)
Lemma product_error x y A B a b :
  0 <= A -> 0 <= B -> 0 <= a -> 0 <= b -> within x A a -> within y B b ->
  Z.abs (x * y - A * B) <= A * b + B * a + a * b.
Proof.
unfold within; intros A0 B0 a0 b0 Hx Hy.
replace (x * y - A * B) with (A * (y - B) + B * (x - A) + (x - A) * (y - B)) by ring.
assert (Z.abs (A * (y - B)) <= A * b) by (rewrite Z.abs_mul, (Z.abs_eq A); nia).
assert (Z.abs (B * (x - A)) <= B * a) by (rewrite Z.abs_mul, (Z.abs_eq B); nia).
assert (Z.abs ((x - A) * (y - B)) <= a * b).
{ rewrite Z.abs_mul. apply Z.mul_le_mono_nonneg; lia. }
lia.
Qed.

(** The product of two mantissas of [L] ≥ 2 words, cut below its guard word: [P] is what is kept,
    counted in guard units g = 2^(64(L−1)), less than one of which is dropped. The true product
    lies within [multiply_rule] guard units of it. *)
Theorem multiply_holds L top_a top_b x y A B a b P :
  2 <= L -> let g := word ^ (L - 1) in
  0 <= A < (top_a + 1) * g -> 0 <= B < (top_b + 1) * g ->
  0 <= a -> 0 <= b -> within x A a -> within y B b ->
  P * g <= A * B < (P + 1) * g ->
  within (x * y) (P * g) (multiply_rule top_a a top_b b * g).
Proof.
intros L2 g HA HB a0 b0 Hx Hy HP.
assert (W : word <= g).
{ unfold g. replace word with (word ^ 1) at 1 by reflexivity.
  apply Z.pow_le_mono_r; [reflexivity | lia]. }
assert (W0 : 0 < word) by reflexivity.
pose proof (product_error x y A B a b ltac:(lia) ltac:(lia) a0 b0 Hx Hy) as E.
pose proof (div_ceil_spec (a * b) word W0) as D.
assert (ab0 : 0 <= a * b) by (apply Z.mul_nonneg_nonneg; assumption).
assert (D0 : 0 <= div_ceil (a * b) word) by (unfold div_ceil; apply Z.div_pos; lia).
assert (E1 : A * b <= (top_a + 1) * b * g).
{ replace ((top_a + 1) * b * g) with ((top_a + 1) * g * b) by ring.
  apply Z.mul_le_mono_nonneg_r; lia. }
assert (E2 : B * a <= (top_b + 1) * a * g).
{ replace ((top_b + 1) * a * g) with ((top_b + 1) * g * a) by ring.
  apply Z.mul_le_mono_nonneg_r; lia. }
assert (E3 : a * b <= div_ceil (a * b) word * g).
{ apply Z.le_trans with (1 := D). apply Z.mul_le_mono_nonneg_l; lia. }
unfold within, multiply_rule in *.
replace (((top_a + 1) * b + (top_b + 1) * a + div_ceil (a * b) word + 1) * g)
  with ((top_a + 1) * b * g + (top_b + 1) * a * g + div_ceil (a * b) word * g + g) by ring.
lia.
Qed.

(** The rule less the unit for what is cut off is wrong: an exact product of two exact operands that
    is cut lies more than 0 units off. (The mutant [products_need_every_guard_unit].) *)
Lemma multiply_needs_the_cut :
  exists A B P, let g := word in
    0 <= A < 1 * g /\ 0 <= B < 1 * g /\ P * g <= A * B < (P + 1) * g /\
    ~ within (A * B) (P * g) ((multiply_rule 0 0 0 0 - 1) * g).
Proof. exists 1, 1, 0. vm_compute. repeat split; intuition discriminate. Qed.

(** [Rules::multiply_word]: the product with a word is exact, and the error grows w-fold. *)
Theorem multiply_word_holds x A a w : 0 <= w -> within x A a -> within (x * w) (A * w) (a * w).
Proof.
unfold within; intros w0 H. replace (x * w - A * w) with ((x - A) * w) by ring.
rewrite Z.abs_mul, (Z.abs_eq w) by lia. apply Z.mul_le_mono_nonneg_r; lia.
Qed.

(** [Rules::divide_word]: units of A·2^64/w, the quotient q with the rest r. True values are times w. *)
Definition divide_word_rule (a w : Z) (inexact : bool) :=
  div_ceil (a * word) w + (if inexact then 1 else 0).

Theorem divide_word_holds x A a w q r :
  0 < w -> 0 <= a -> within x A a -> A * word = q * w + r -> 0 <= r < w ->
  within (x * word) (q * w) (divide_word_rule a w (negb (r =? 0)) * w).
Proof.
intros w0 a0 H E Hr. pose proof (div_ceil_spec (a * word) w w0) as D.
unfold within, divide_word_rule in *.
replace (x * word - q * w) with ((x - A) * word + r) by (rewrite Z.mul_sub_distr_r; lia).
assert (Z.abs ((x - A) * word) <= a * word).
{ rewrite Z.abs_mul, (Z.abs_eq word) by discriminate. apply Z.mul_le_mono_nonneg_r; [discriminate | lia]. }
destruct (Z.eqb_spec r 0); simpl negb; cbv iota; nia.
Qed.

(** [Rules::round]: [error] guard units, 64 − shift guard bits cut off, of which one was set if
    [lost]. U is what is kept. *)
Definition round_rule (error cut : Z) (lost : bool) := div_ceil error (2 ^ cut) + (if lost then 1 else 0).

Theorem round_holds x G error cut U r :
  0 <= cut -> 0 <= error -> within x G error -> G = U * 2 ^ cut + r -> 0 <= r < 2 ^ cut ->
  within x (U * 2 ^ cut) (round_rule error cut (negb (r =? 0)) * 2 ^ cut).
Proof.
intros c0 e0 H E Hr.
assert (p0 : 0 < 2 ^ cut) by (apply Z.pow_pos_nonneg; lia).
pose proof (div_ceil_spec error (2 ^ cut) p0) as D.
unfold within, round_rule in *. rewrite Z.mul_add_distr_r.
destruct (Z.eqb_spec r 0); simpl negb; cbv iota; lia.
Qed.

(** ** The positive recursion *)

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

Local Open Scope Q_scope.

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
