package urnfield.reader;

/** Makes the digest of a key, two words, and asks a rule for it. A digest is never an object. */
interface Digester {
    boolean ask(Rule rule, byte[] key);

    boolean ask(Rule rule, long integer);

    /** What is done with a digest. */
    interface Rule {
        boolean ask(long h1, long h2);
    }
}
