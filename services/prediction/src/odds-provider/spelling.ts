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

/** A name's words in small letters, without accents, apostrophes and full stops; "&" is "and". */
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

/** What all spellings of a name share. */
export const spellingOf = (name: string): string => wordsOf(name).join("");
