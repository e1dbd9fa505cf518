//! Which file of a crate imports which other file. Re-exports are followed to the file that
//! defines a name, so `crate::Plan` counts as an import of `bloom/plan/plan.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module's path from the crate's root: `["bloom", "plan"]`; the root itself is empty.
pub(crate) type Module = Vec<String>;

/// One path of a `use` statement, or one path written out in code.
struct Import {
    path: Vec<String>,
    /// What the importing module calls it.
    name: String,
    /// `pub use` makes a name available; it does not use the name.
    is_reexport: bool,
}

/// The modules of a crate with their imports.
pub(crate) struct Graph {
    modules: BTreeMap<Module, Vec<Import>>,
    /// Names that a module defines itself.
    defined: BTreeMap<Module, BTreeSet<String>>,
}

/// Reads the source files of a crate: module to text.
pub(crate) fn sources(src: &Path) -> BTreeMap<Module, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(src.to_path_buf(), Module::new())];
    while let Some((folder, module)) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources").flatten() {
            let path = entry.path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let mut inner = module.clone();
            if path.is_dir() {
                inner.push(name);
                folders.push((path, inner));
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                if !["mod", "lib", "main"].contains(&name.as_str()) {
                    inner.push(name);
                }
                let text = fs::read_to_string(&path).expect("a source file is readable");
                found.insert(inner, text);
            }
        }
    }
    assert!(found.len() > 1, "no sources in {}", src.display());
    found
}

/// Returns the code of a file without its comments and without its test modules.
pub(crate) fn code(text: &str) -> String {
    let mut kept = String::new();
    let mut in_tests = false;
    let mut tested = false;
    for line in text.lines() {
        // Test modules are formatted: they end at a brace in the first column.
        if in_tests {
            in_tests = line != "}";
            continue;
        }
        let is_module = line.contains("mod ") && line.ends_with('{') && !line.starts_with(' ');
        if tested && is_module {
            in_tests = true;
            continue;
        }
        tested = line.starts_with("#[cfg(") && line.contains("test");
        kept.push_str(line.split("//").next().unwrap_or(""));
        kept.push('\n');
    }
    kept
}

/// Returns the paths that a `use` tree names, each with the name that it gets.
fn expand(tree: &str) -> Vec<(String, String)> {
    let tree = tree.trim();
    let Some((before, list)) = tree.split_once('{') else {
        let (path, renamed) = tree.split_once(" as ").unwrap_or((tree, ""));
        let path = path.trim().trim_end_matches("::self").to_owned();
        let last = path.rsplit("::").next().unwrap_or("").to_owned();
        return vec![(path, if renamed.is_empty() { last } else { renamed.trim().to_owned() })];
    };
    let list = list.rsplit_once('}').expect("the brace closes").0;
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in list.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("one at least").push(c);
        }
    }
    let named = parts.iter().filter(|part| !part.trim().is_empty());
    named.flat_map(|part| expand(&format!("{before}{}", part.trim()))).collect()
}

/// Returns the imports of a file, and the code that is left without its `use` statements.
fn imports(code: &str) -> (Vec<Import>, String) {
    let mut found = Vec::new();
    let mut rest = String::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let begin = line.trim_start();
        let visible = begin.starts_with("pub") && begin.contains(" use ");
        let Some(tree) = begin.strip_prefix("use ").or_else(|| {
            if visible { begin.split_once(" use ").map(|(_, tree)| tree) } else { None }
        }) else {
            rest.push_str(line);
            rest.push('\n');
            continue;
        };
        let mut tree = tree.to_owned();
        while !tree.contains(';') {
            tree.push_str(lines.next().expect("a use statement ends"));
        }
        for (path, name) in expand(tree.trim_end().trim_end_matches(';')) {
            let path = path.split("::").map(str::to_owned).collect();
            found.push(Import { path, name, is_reexport: visible });
        }
    }
    (found, rest)
}

/// Returns the paths that begin with `crate`, `super` or `self`, or with one of these names, in the middle of
/// code.
fn written_out(rest: &str, children: &BTreeSet<&str>) -> Vec<Import> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = rest.split(|c: char| !is_part(c));
    let mut found = Vec::new();
    for word in words.filter(|word| word.contains("::")) {
        let path: Vec<String> = word.trim_matches(':').split("::").map(str::to_owned).collect();
        let first = path[0].as_str();
        if ["crate", "super", "self"].contains(&first) || children.contains(first) {
            found.push(Import { path, name: String::new(), is_reexport: false });
        }
    }
    found
}

impl Graph {
    /// Reads the imports of all modules.
    pub(crate) fn of(sources: &BTreeMap<Module, String>) -> Graph {
        let mut modules = BTreeMap::new();
        let mut defined = BTreeMap::new();
        for (module, text) in sources {
            let (mut imports, rest) = imports(&code(text));
            let depth = module.len();
            let is_child = |other: &&Module| other.len() == depth + 1 && other.starts_with(module);
            let children = sources.keys().filter(is_child).map(|child| child[depth].as_str());
            imports.extend(written_out(&rest, &children.collect()));
            defined.insert(module.clone(), definitions(&rest));
            modules.insert(module.clone(), imports);
        }
        Graph { modules, defined }
    }

    /// Returns the modules of the crate.
    pub(crate) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.keys()
    }

    /// Returns the module that defines what a path names; `None` for paths into other crates.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut at = from.clone();
        let mut path = path;
        match path[0].as_str() {
            "crate" => {
                at.clear();
                path = &path[1..];
            }
            "self" => path = &path[1..],
            "super" => {
                while path.first().is_some_and(|part| part == "super") {
                    at.pop()?;
                    path = &path[1..];
                }
            }
            first => {
                let mut child = at.clone();
                child.push(first.to_owned());
                let is_imported = self.modules[&at].iter().any(|import| import.name == *first);
                if !self.modules.contains_key(&child) && (!is_imported || depth == 0) {
                    return None;
                }
            }
        }
        while let Some(part) = path.first() {
            let mut child = at.clone();
            child.push(part.clone());
            if self.modules.contains_key(&child) {
                at = child;
                path = &path[1..];
                continue;
            }
            if self.defined[&at].contains(part) {
                return Some(at);
            }
            let again = self.modules[&at].iter().find(|import| import.name == *part);
            return match again {
                Some(import) if depth < 9 => self.resolve(&at, &import.path, depth + 1),
                _ => Some(at),
            };
        }
        Some(at)
    }

    /// Returns the imports between files: from, to. Re-exports count where `reexports` says so.
    pub(crate) fn edges(&self, reexports: bool) -> BTreeSet<(Module, Module)> {
        let mut edges = BTreeSet::new();
        for (from, imports) in &self.modules {
            for import in imports.iter().filter(|import| reexports || !import.is_reexport) {
                if let Some(to) = self.resolve(from, &import.path, 0)
                    && to != *from
                {
                    edges.insert((from.clone(), to));
                }
            }
        }
        edges
    }

    /// Returns the groups of files that import one another in a circle.
    pub(crate) fn cycles(&self) -> Vec<Vec<Module>> {
        let edges = self.edges(false);
        let mut reached: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
        for module in self.modules.keys() {
            let mut seen = BTreeSet::new();
            let mut next = vec![module];
            while let Some(at) = next.pop() {
                for (_, to) in edges.iter().filter(|(from, _)| from == at) {
                    if seen.insert(to) {
                        next.push(to);
                    }
                }
            }
            reached.insert(module, seen);
        }
        let mut cycles: Vec<Vec<Module>> = Vec::new();
        for module in self.modules.keys().filter(|&module| reached[module].contains(module)) {
            if cycles.iter().any(|cycle| cycle.contains(module)) {
                continue;
            }
            let back = |&&other: &&&Module| reached[other].contains(module);
            cycles.push(reached[module].iter().filter(back).map(|&other| other.clone()).collect());
        }
        cycles
    }
}

/// Returns the names that a file defines at its top level, and its macros.
fn definitions(code: &str) -> BTreeSet<String> {
    const KINDS: [&str; 9] =
        ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules!"];
    let mut names = BTreeSet::new();
    for line in code.lines().filter(|line| !line.starts_with([' ', '}', '#'])) {
        let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '!'));
        let mut kind = words.find(|word| KINDS.contains(word));
        // `const fn`, and `const` with a name.
        while let (Some(_), Some(name)) = (kind, words.next()) {
            if !KINDS.contains(&name) && !name.is_empty() && name != "unsafe" {
                names.insert(name.to_owned());
                kind = None;
            }
        }
    }
    names
}
