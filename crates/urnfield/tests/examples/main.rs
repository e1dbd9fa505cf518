//! The programs in `examples/` run, and the README shows the first of them.

use std::path::Path;

mod first_filter {
    include!("../../examples/first_filter.rs");

    pub(crate) fn run() {
        main().expect("it runs");
    }
}

mod overlap_of_lists {
    include!("../../examples/overlap_of_lists.rs");

    #[test]
    fn runs() {
        main().expect("it runs");
    }
}

mod plan_and_rate {
    include!("../../examples/plan_and_rate.rs");

    #[test]
    fn runs() {
        main().expect("it runs");
    }
}

mod shared_between_threads {
    include!("../../examples/shared_between_threads.rs");

    #[test]
    fn runs() {
        main().expect("it runs");
    }
}

/// The only test that changes the folder of this process.
#[test]
fn the_first_filter_runs_in_an_empty_folder() {
    let folder = std::env::temp_dir().join(format!("urnfield-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::env::set_current_dir(&folder).expect("the folder is there");
    first_filter::run();
    assert!(folder.join("pots.urn").is_file());
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn the_readme_shows_the_first_filter() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A package has no README beside it.
    let Ok(readme) = std::fs::read_to_string(here.join("../../README.md")) else { return };
    let example = include_str!("../../examples/first_filter.rs");
    let code = example.split_once("\n\n").expect("a comment, then code").1;
    assert!(readme.contains(code), "README.md and examples/first_filter.rs differ");
}
