/** Letters that Unicode does not split into a base and an accent. */
const letters: Record<string, string> = {
  ø: "o",
  ł: "l",
  ß: "ss",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ı: "i",
  þ: "th",
};

/** The common form of all spellings of a name. */
export const spellingOf = (name: string): string => wordsOf(name).join("");

const generations = new Set(["jr", "sr", "ii", "iii"]);

/** The common form of a person's name: its words in alphabetical order, as sources differ in their order. */
export const personSpelling = (name: string): string =>
  wordsOf(name)
    .filter((word) => !generations.has(word))
    .toSorted()
    .join("");

/** A name's words in lower case, without accents, apostrophes and full stops; "&" is "and". */
export const wordsOf = (name: string): string[] =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[øłßđæœıþ]/g, (letter) => letters[letter] ?? letter)
    .replaceAll("&", " and ")
    .replaceAll(/['’‘ʻ`.]/g, "")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
