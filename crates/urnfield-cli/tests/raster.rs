//! Pictures as PNG and PDF, which need the feature `pictures`.
#![cfg(feature = "pictures")]

mod folder;

use folder::Folder;

const OVERLAP: &str = "overlap --population 20000 --sizes 300,500 --observed 2 --plot";

#[test]
fn a_png_has_the_size_of_its_drawing_and_is_not_blank() {
    let folder = Folder::new("a-png-has-the-size");
    for name in ["a.svg", "a.png"] {
        let output = folder.run(&format!("{OVERLAP} {name}"));
        assert!(output.status.success(), "{output:?}");
    }
    let svg = String::from_utf8(folder.bytes("a.svg")).expect("text");
    let attribute = |name: &str| -> f64 {
        let rest = svg.split(&format!(" {name}=\"")).nth(1).expect("an attribute");
        rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
    };
    let png = folder.bytes("a.png");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xae\x42\x60\x82"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(number(16), (attribute("width") * 3.125).ceil() as u32);
    assert_eq!(number(20), (attribute("height") * 3.125).ceil() as u32);
    // White paper alone would be a few kilobytes: words and bars are there.
    assert!(png.len() > 40_000, "{} bytes", png.len());
}

#[test]
fn a_pdf_has_words_and_an_end() {
    let folder = Folder::new("a-pdf-has-words");
    let output = folder.run("figure pmf --urns 365 --balls 23 --observed 20 -o a.pdf");
    assert!(output.status.success(), "{output:?}");
    let pdf = folder.bytes("a.pdf");
    let text = String::from_utf8_lossy(&pdf).into_owned();
    assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
    assert!(text.contains("/FontFile"), "letters are embedded");
    let again = folder.run("figure pmf --urns 365 --balls 23 --observed 20 -o a.pdf");
    assert_eq!(again.status.code(), Some(2));
}

#[test]
fn other_endings_are_refused() {
    let folder = Folder::new("other-endings-are-refused");
    for name in ["a.jpg", "a", "a.svg.gz"] {
        let output = folder.run(&format!("{OVERLAP} {name}"));
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("a picture is written to a name in .svg, .png or .pdf"), "{said}");
    }
    assert!(folder.names().is_empty());
}
