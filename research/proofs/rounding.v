(** The rounding rules of [Real]: what each operation adds to the error, and that a run of operations
    keeps the true value within the error. *)

From Coq Require Import ZArith Lia QArith Lqa.

Local Open Scope Z_scope.

(** An operand is a number x within [a] units of an integer A, its mantissa; a unit is its last place,
    and everything is counted in last places. [top] is the highest word of a mantissa of L words, so
    A < (top + 1)·2^(64(L−1)). *)

Definition word := 2 ^ 64.

(** |x − A| ≤ a *)
Definition within (x : Q) (A a : Z) : Prop :=
  (inject_Z A - inject_Z a <= x)%Q /\ (x <= inject_Z A + inject_Z a)%Q.

(** ⌈n/d⌉ *)
Definition div_ceil (n d : Z) := (n + d - 1) / d.

Lemma div_ceil_spec n d : 0 < d -> n <= div_ceil n d * d.
Proof.
intros d0; unfold div_ceil.
pose proof (Z.div_mod (n + d - 1) d ltac:(lia)) as E.
pose proof (Z.mod_pos_bound (n + d - 1) d d0). nia.
Qed.

(** Numbers in place of integers, counted in d last places: what is cut off adds to what was off. *)
Lemma within_cut x N e d M r :
  0 < d -> within x N e -> Z.abs (N - M * d) + e <= r * d -> within (x / inject_Z d) M r.
Proof.
intros d0 [lo hi] cut.
assert (dQ : (0 < inject_Z d)%Q) by (change 0%Q with (inject_Z 0); rewrite <- Zlt_Qlt; exact d0).
assert (c1 : (inject_Z M * inject_Z d - inject_Z r * inject_Z d <= inject_Z N - inject_Z e)%Q).
{ rewrite <- !inject_Z_mult. unfold Qminus. rewrite <- !inject_Z_opp, <- !inject_Z_plus, <- Zle_Qle. lia. }
assert (c2 : (inject_Z N + inject_Z e <= inject_Z M * inject_Z d + inject_Z r * inject_Z d)%Q).
{ rewrite <- !inject_Z_mult, <- !inject_Z_plus, <- Zle_Qle. lia. }
split.
- apply Qle_shift_div_l; [exact dQ|]. lra.
- apply Qle_shift_div_r; [exact dQ|]. lra.
Qed.

Lemma within_times x A a w : 0 <= w -> within x A a -> within (x * inject_Z w) (A * w) (a * w).
Proof.
intros w0 [lo hi]. assert (wQ : (0 <= inject_Z w)%Q).
{ change 0%Q with (inject_Z 0). rewrite <- Zle_Qle. exact w0. }
pose proof (Qmult_le_compat_r _ _ _ lo wQ) as L. pose proof (Qmult_le_compat_r _ _ _ hi wQ) as H.
split; rewrite !inject_Z_mult; lra.
Qed.

(** [Rules::multiply]: guard units lost by A·B cut to L + 1 words. *)
Definition multiply_rule (top_a a top_b b : Z) :=
  (top_a + 1) * b + (top_b + 1) * a + div_ceil (a * b) word + 1.

(** |(A±a)(B±b) − AB| ≤ A·b + B·a + ab *)
Lemma product_error x y A B a b :
  0 <= A -> 0 <= B -> within x A a -> within y B b ->
  within (x * y) (A * B) (A * b + B * a + a * b).
Proof.
intros A0 B0 [xl xh] [yl yh].
assert (qA : (0 <= inject_Z A)%Q) by (change 0%Q with (inject_Z 0); rewrite <- Zle_Qle; exact A0).
assert (qB : (0 <= inject_Z B)%Q) by (change 0%Q with (inject_Z 0); rewrite <- Zle_Qle; exact B0).
unfold within. rewrite !inject_Z_plus, !inject_Z_mult.
set (A' := inject_Z A) in *. set (B' := inject_Z B) in *.
set (a' := inject_Z a) in *. set (b' := inject_Z b) in *.
assert (p1 : (0 <= (a' - (x - A')) * (b' - (y - B')))%Q) by (apply Qmult_le_0_compat; lra).
assert (p2 : (0 <= (a' + (x - A')) * (b' + (y - B')))%Q) by (apply Qmult_le_0_compat; lra).
assert (p3 : (0 <= (a' - (x - A')) * (b' + (y - B')))%Q) by (apply Qmult_le_0_compat; lra).
assert (p4 : (0 <= (a' + (x - A')) * (b' - (y - B')))%Q) by (apply Qmult_le_0_compat; lra).
assert (q1 : (0 <= A' * (b' - (y - B')))%Q) by (apply Qmult_le_0_compat; lra).
assert (q2 : (0 <= A' * (b' + (y - B')))%Q) by (apply Qmult_le_0_compat; lra).
assert (q3 : (0 <= B' * (a' - (x - A')))%Q) by (apply Qmult_le_0_compat; lra).
assert (q4 : (0 <= B' * (a' + (x - A')))%Q) by (apply Qmult_le_0_compat; lra).
split; lra.
Qed.

(** The product of two mantissas of [L] ≥ 2 words, cut below its guard word: [P] is what is kept,
    counted in guard units g = 2^(64(L−1)), less than one of which is dropped. The true product
    lies within [multiply_rule] guard units of it. *)
Theorem multiply_holds L top_a top_b x y A B a b P :
  2 <= L -> let g := word ^ (L - 1) in
  0 <= A < (top_a + 1) * g -> 0 <= B < (top_b + 1) * g ->
  0 <= a -> 0 <= b -> within x A a -> within y B b ->
  P * g <= A * B < (P + 1) * g ->
  within (x * y / inject_Z g) P (multiply_rule top_a a top_b b).
Proof.
intros L2 g HA HB a0 b0 Hx Hy HP.
assert (W : word <= g).
{ unfold g. replace word with (word ^ 1) at 1 by reflexivity.
  apply Z.pow_le_mono_r; [reflexivity | lia]. }
assert (W0 : 0 < word) by reflexivity.
assert (g0 : 0 < g) by lia.
apply within_cut with (1 := g0) (2 := product_error x y A B a b ltac:(lia) ltac:(lia) Hx Hy).
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
unfold multiply_rule.
replace (((top_a + 1) * b + (top_b + 1) * a + div_ceil (a * b) word + 1) * g)
  with ((top_a + 1) * b * g + (top_b + 1) * a * g + div_ceil (a * b) word * g + g) by ring.
lia.
Qed.

(** The rule less the unit for what is cut off is wrong: an exact product of two exact operands that
    is cut lies more than 0 units off. (The mutant [products_need_every_guard_unit].) *)
Lemma multiply_needs_the_cut :
  exists A B P, let g := word in
    0 <= A < 1 * g /\ 0 <= B < 1 * g /\ P * g <= A * B < (P + 1) * g /\
    ~ within (inject_Z A * inject_Z B / inject_Z g) P (multiply_rule 0 0 0 0 - 1).
Proof.
exists 1, 1, 0. repeat split; try (vm_compute; congruence).
intros [_ H]. vm_compute in H. congruence.
Qed.

(** [Rules::multiply_word]: the product with a word is exact, and the error grows w-fold. *)
Theorem multiply_word_holds x A a w :
  0 <= w -> within x A a -> within (x * inject_Z w) (A * w) (a * w).
Proof. exact (within_times x A a w). Qed.

(** [Rules::divide_word]: units of A·2^64/w, the quotient q with the rest r. *)
Definition divide_word_rule (a w : Z) (inexact : bool) :=
  div_ceil (a * word) w + (if inexact then 1 else 0).

Theorem divide_word_holds x A a w q r :
  0 < w -> within x A a -> A * word = q * w + r -> 0 <= r < w ->
  within (x * inject_Z word / inject_Z w) q (divide_word_rule a w (negb (r =? 0))).
Proof.
intros w0 H E Hr. pose proof (div_ceil_spec (a * word) w w0) as D.
apply within_cut with (1 := w0) (2 := within_times x A a word ltac:(discriminate) H).
unfold divide_word_rule. destruct (Z.eqb_spec r 0); simpl negb; cbv iota; lia.
Qed.

(** [Rules::round]: [error] guard units, 64 − shift guard bits cut off, of which one was set if
    [lost]. U is what is kept. *)
Definition round_rule (error cut : Z) (lost : bool) := div_ceil error (2 ^ cut) + (if lost then 1 else 0).

Theorem round_holds x G error cut U r :
  0 <= cut -> within x G error -> G = U * 2 ^ cut + r -> 0 <= r < 2 ^ cut ->
  within (x / inject_Z (2 ^ cut)) U (round_rule error cut (negb (r =? 0))).
Proof.
intros c0 H E Hr. assert (p0 : 0 < 2 ^ cut) by (apply Z.pow_pos_nonneg; lia).
pose proof (div_ceil_spec error (2 ^ cut) p0) as D.
apply within_cut with (1 := p0) (2 := H).
unfold round_rule. destruct (Z.eqb_spec r 0); simpl negb; cbv iota; lia.
Qed.

(** [Rules::add]: A·2^64 ± B·2^64, the second shifted right by [shift] bits; [q] is what is kept of it
    and [r] what fell below the guard. *)
Definition add_rule (a b shift : Z) (lost : bool) :=
  a * word + (div_ceil (b * word) (2 ^ shift) + (if lost then 1 else 0)).

Theorem add_holds x y A B a b shift q r (minus : bool) :
  0 <= shift -> within x A a -> within y B b -> B * word = q * 2 ^ shift + r -> 0 <= r < 2 ^ shift ->
  let small := (y * inject_Z word / inject_Z (2 ^ shift))%Q in
  within (if minus then x * inject_Z word - small else x * inject_Z word + small)
         (if minus then A * word - q else A * word + q) (add_rule a b shift (negb (r =? 0))).
Proof.
intros h0 Hx Hy E Hr small. assert (p0 : 0 < 2 ^ shift) by (apply Z.pow_pos_nonneg; lia).
pose proof (div_ceil_spec (b * word) (2 ^ shift) p0) as D.
assert (S : within small q (div_ceil (b * word) (2 ^ shift) + (if negb (r =? 0) then 1 else 0))).
{ apply within_cut with (1 := p0) (2 := within_times y B b word ltac:(discriminate) Hy).
  destruct (Z.eqb_spec r 0); simpl negb; cbv iota; lia. }
pose proof (within_times x A a word ltac:(discriminate) Hx) as T.
unfold add_rule. set (e := div_ceil _ _ + _) in *. clearbody small e.
destruct S as [s1 s2], T as [t1 t2].
unfold within. destruct minus; unfold Z.sub; rewrite !inject_Z_plus, ?inject_Z_opp; split; lra.
Qed.

(** ** A run of operations on [Real] *)

(** What operations one after another can compute: a value, its mantissa and its units, and what its
    last place is worth. A product, a quotient or a sum is counted in guard units; rounding brings it
    back to units of a mantissa. *)
Inductive computed : Q -> Z -> Z -> Q -> Prop :=
| exact_number A place : computed (inject_Z A) A 0 place
| product x A a p y B b p' L top_a top_b P :
    computed x A a p -> computed y B b p' -> 2 <= L ->
    let g := word ^ (L - 1) in
    0 <= A < (top_a + 1) * g -> 0 <= B < (top_b + 1) * g -> P * g <= A * B < (P + 1) * g ->
    computed (x * y / inject_Z g) P (multiply_rule top_a a top_b b) (p * p' * inject_Z g)
| word_product x A a p w :
    computed x A a p -> 0 <= w -> computed (x * inject_Z w) (A * w) (a * w) p
| word_quotient x A a p w q r :
    computed x A a p -> 0 < w -> A * word = q * w + r -> 0 <= r < w ->
    computed (x * inject_Z word / inject_Z w) q (divide_word_rule a w (negb (r =? 0)))
             (p / inject_Z word)
| sum x A a p y B b shift q r (minus : bool) :
    computed x A a p -> computed y B b (p / inject_Z (2 ^ shift)) -> 0 <= shift ->
    B * word = q * 2 ^ shift + r -> 0 <= r < 2 ^ shift ->
    computed (if minus then x * inject_Z word - y * inject_Z word / inject_Z (2 ^ shift)
              else x * inject_Z word + y * inject_Z word / inject_Z (2 ^ shift))%Q
             (if minus then A * word - q else A * word + q)
             (add_rule a b shift (negb (r =? 0))) (p / inject_Z word)
| rounded x G a p cut U r :
    computed x G a p -> 0 <= cut -> G = U * 2 ^ cut + r -> 0 <= r < 2 ^ cut ->
    computed (x / inject_Z (2 ^ cut)) U (round_rule a cut (negb (r =? 0))) (p * inject_Z (2 ^ cut)).

Lemma div_ceil_nonneg n d : 0 <= n -> 0 < d -> 0 <= div_ceil n d.
Proof. intros n0 d0. unfold div_ceil. apply Z.div_pos; lia. Qed.

(** After any run of operations the true value, counted in last places, is within the units of the
    mantissa. *)
Theorem run_within x A a place : computed x A a place -> 0 <= a /\ within x A a.
Proof.
assert (W0 : 0 < word) by reflexivity.
induction 1 as [A place | x A a p y B b p' L top_a top_b P Cx [a0 Hx] Cy [b0 Hy] L2 g HA HB HP
  | x A a p w C [a0 H] w0 | x A a p w q r C [a0 H] w0 E Hr
  | x A a p y B b shift q r minus Cx [a0 Hx] Cy [b0 Hy] h0 E Hr | x G a p cut U r C [a0 H] c0 E Hr].
- split; [lia|]. split; change (inject_Z 0) with 0%Q; lra.
- split; [| exact (multiply_holds L top_a top_b x y A B a b P L2 HA HB a0 b0 Hx Hy HP)].
  assert (g0 : 0 < g) by (apply Z.pow_pos_nonneg; lia).
  assert (0 <= top_a + 1) by nia. assert (0 <= top_b + 1) by nia.
  pose proof (div_ceil_nonneg (a * b) word ltac:(nia) W0). unfold multiply_rule. nia.
- split; [nia | exact (within_times x A a w w0 H)].
- split; [| exact (divide_word_holds x A a w q r w0 H E Hr)].
  pose proof (div_ceil_nonneg (a * word) w ltac:(lia) w0).
  unfold divide_word_rule. destruct (negb _); lia.
- split; [| exact (add_holds x y A B a b shift q r minus h0 Hx Hy E Hr)].
  assert (p0 : 0 < 2 ^ shift) by (apply Z.pow_pos_nonneg; lia).
  pose proof (div_ceil_nonneg (b * word) (2 ^ shift) ltac:(lia) p0).
  unfold add_rule. destruct (negb _); lia.
- split; [| exact (round_holds x G a cut U r c0 H E Hr)].
  assert (p0 : 0 < 2 ^ cut) by (apply Z.pow_pos_nonneg; lia).
  pose proof (div_ceil_nonneg a (2 ^ cut) a0 p0).
  unfold round_rule. destruct (negb _); lia.
Qed.
