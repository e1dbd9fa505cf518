//! How confidences are written.

use urnfield::Rate;

/// A confidence as a short decimal where it is one, else as the fraction it is.
pub(crate) fn confidence_in_words(confidence: &Rate) -> String {
    confidence.value().brief()
}

#[cfg(test)]
mod tests {
    use super::*;
    use urnfield_answers::usual_confidence;

    #[test]
    fn confidences_are_short() {
        assert_eq!(usual_confidence().map(|c| confidence_in_words(&c)), Ok("0.95".into()));
        let third = "1/3".parse().expect("a rate");
        assert_eq!(confidence_in_words(&third), "1/3");
    }
}
