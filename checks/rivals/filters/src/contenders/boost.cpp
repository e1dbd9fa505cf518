// Boost.Bloom behind plain functions: its bulk mode, which takes a range of keys at a time.

#include <array>
#include <boost/bloom.hpp>
#include <boost/version.hpp>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace {

using Text = std::array<char, 20>;

struct HashText {
    std::size_t operator()(const Text& text) const {
        return boost::hash<std::string_view>{}(std::string_view(text.data(), text.size()));
    }
};

struct Rival {
    virtual ~Rival() = default;
    virtual void insert(const std::uint64_t* keys, std::size_t count) = 0;
    virtual std::uint64_t found(const std::uint64_t* keys, std::size_t count) const = 0;
    virtual void insert_texts(const Text* keys, std::size_t count) = 0;
    virtual std::uint64_t found_texts(const Text* keys, std::size_t count) const = 0;
    virtual void fill(const unsigned char* noise, std::size_t bytes) = 0;
};

// One filter for each kind of key, as the type of a key is part of a filter's type.
template <template <class, class> class Filter>
struct Both final : Rival {
    Filter<std::uint64_t, boost::hash<std::uint64_t>> words;
    Filter<Text, HashText> texts;

    explicit Both(std::size_t bits) : words(bits), texts(bits) {}

    template <class F, class K>
    static std::uint64_t count_in(const F& filter, const K* keys, std::size_t count) {
        std::uint64_t yes = 0;
        filter.may_contain(keys, keys + count, [&](const K&, bool is) { yes += is; });
        return yes;
    }

    void insert(const std::uint64_t* keys, std::size_t count) override { words.insert(keys, keys + count); }
    std::uint64_t found(const std::uint64_t* keys, std::size_t count) const override {
        return count_in(words, keys, count);
    }
    void insert_texts(const Text* keys, std::size_t count) override { texts.insert(keys, keys + count); }
    std::uint64_t found_texts(const Text* keys, std::size_t count) const override {
        return count_in(texts, keys, count);
    }
    void fill(const unsigned char* noise, std::size_t bytes) override {
        auto put = [&](auto array) { std::memcpy(array.data(), noise, std::min(bytes, array.size())); };
        put(words.array());
        put(texts.array());
    }
};

template <class T, class H>
using Plain = boost::bloom::filter<T, 7, boost::bloom::block<unsigned char, 1>, 0, H>;
template <class T, class H>
using Split = boost::bloom::filter<T, 1, boost::bloom::fast_multiblock32<8>, 0, H>;

}  // namespace

extern "C" {
unsigned boost_version() { return BOOST_VERSION; }
Rival* boost_plain(std::size_t bits) { return new Both<Plain>(bits); }
Rival* boost_split(std::size_t bits) { return new Both<Split>(bits); }
void boost_drop(Rival* rival) { delete rival; }
void boost_insert(Rival* rival, const std::uint64_t* keys, std::size_t count) { rival->insert(keys, count); }
std::uint64_t boost_count(const Rival* rival, const std::uint64_t* keys, std::size_t count) {
    return rival->found(keys, count);
}
void boost_insert_texts(Rival* rival, const Text* keys, std::size_t count) { rival->insert_texts(keys, count); }
std::uint64_t boost_count_texts(const Rival* rival, const Text* keys, std::size_t count) {
    return rival->found_texts(keys, count);
}
void boost_fill(Rival* rival, const unsigned char* noise, std::size_t bytes) { rival->fill(noise, bytes); }
}
