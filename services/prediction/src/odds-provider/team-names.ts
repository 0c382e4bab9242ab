/** Names that one team of these leagues has or had; the results files carry the current one. */
export const teamNames = {
  nfl: [
    ["Las Vegas Raiders", "Oakland Raiders"],
    ["Los Angeles Chargers", "LA Chargers", "San Diego Chargers"],
    ["Los Angeles Rams", "LA Rams", "St. Louis Rams"],
    ["Washington Commanders", "Washington Football Team", "Washington Redskins"],
    ["New York Giants", "NY Giants"],
    ["New York Jets", "NY Jets"],
  ],
  nba: [
    ["Los Angeles Clippers", "LA Clippers"],
    ["Los Angeles Lakers", "LA Lakers"],
    ["Philadelphia 76ers", "Philadelphia Sixers"],
  ],
  mlb: [
    [
      "Athletics",
      "Oakland Athletics",
      "Oakland A's",
      "Sacramento Athletics",
      "Las Vegas Athletics",
    ],
    ["Cleveland Guardians", "Cleveland Indians"],
    ["Los Angeles Angels", "LA Angels", "Los Angeles Angels of Anaheim"],
    ["Los Angeles Dodgers", "LA Dodgers"],
    ["Arizona Diamondbacks", "Arizona D-backs"],
  ],
  nhl: [
    ["Utah Mammoth", "Utah Hockey Club", "Utah HC", "Arizona Coyotes"],
    ["St. Louis Blues", "Saint Louis Blues"],
    ["Los Angeles Kings", "LA Kings"],
  ],
} satisfies Record<string, readonly (readonly string[])[]>;

/** Fighters whose name is spelled, or was, in more than one way. */
export const fighterNames: readonly (readonly string[])[] = [
  ["Joanne Wood", "Joanne Calderwood"],
  ["Yana Santos", "Yana Kunitskaya"],
  ["Veronica Hardy", "Veronica Macedo"],
  ["Michelle Waterson-Gomez", "Michelle Waterson"],
  ["Ovince Saint Preux", "Ovince St. Preux"],
  ["Alatengheili", "Heili Alateng"],
  ["Aoriqileng", "Aori Qileng"],
  ["Sumudaerji", "Su Mudaerji"],
  ["Ian Machado Garry", "Ian Garry"],
  ["Lupita Godinez", "Loopy Godinez"],
  ["Mizuki", "Mizuki Inoue"],
  ["Bobby Green", "King Green"],
  ["Chan Sung Jung", "Korean Zombie"],
  ["Alexander Hernandez", "Alex Hernandez"],
  ["TJ Brown", "T.J. Brown"],
  ["Ariane Lipski", "Ariane da Silva"],
  ["Montana De La Rosa", "Montana Stewart"],
  ["Mark Madsen", "Mark O. Madsen"],
  ["Jinh Yu Frey", "Jinh Yu-Frey"],
  ["Carlston Harris", "Carlston Lindsay Harris"],
  ["Ricky Simon", "Ricky Simón"],
];
