import { fbsSchools } from "./fbs-schools.ts";
import { fcsSchools } from "./fcs-schools.ts";

/** Further spellings of a school, in the results files and at the provider. */
const otherSpellings: Record<string, readonly string[]> = {
  "Appalachian State": ["App State", "Appalachian"],
  "Arkansas-Pine Bluff": ["Arkansas Pine Bluff"],
  California: ["Cal"],
  "Central Connecticut": ["Central Connecticut State"],
  Connecticut: ["UConn"],
  "East Texas A&M": ["Texas A&M-Commerce"],
  "Florida International": ["FIU", "Florida Int'l"],
  Grambling: ["Grambling State"],
  "Houston Christian": ["Houston Baptist"],
  "Long Island University": ["LIU"],
  Louisiana: ["Louisiana-Lafayette", "UL Lafayette"],
  "Louisiana Monroe": ["UL Monroe"],
  Massachusetts: ["UMass"],
  McNeese: ["McNeese State"],
  Miami: ["Miami (FL)"],
  "Miami (OH)": ["Miami Ohio"],
  "Middle Tennessee": ["Middle Tennessee State", "MTSU"],
  "NC State": ["North Carolina State"],
  Nicholls: ["Nicholls State"],
  "North Carolina Central": ["NC Central"],
  "Ole Miss": ["Mississippi"],
  Pittsburgh: ["Pitt"],
  "Prairie View": ["Prairie View A&M"],
  Presbyterian: ["Presbyterian College"],
  "Sam Houston State": ["Sam Houston"],
  "Southeastern Louisiana": ["SE Louisiana"],
  "Southeast Missouri State": ["SE Missouri State"],
  "Southern Mississippi": ["Southern Miss"],
  "St. Francis (PA)": ["Saint Francis"],
  "Stephen F. Austin": ["SFA"],
  "The Citadel": ["Citadel"],
  UAlbany: ["Albany"],
  UCF: ["Central Florida"],
  USC: ["Southern California"],
  UTEP: ["Texas-El Paso"],
  "UT Martin": ["Tennessee-Martin"],
  "UT San Antonio": ["UTSA"],
};

/** Nicknames that differ by source or have changed. */
const otherNicknames: Record<string, readonly string[]> = {
  Campbell: ["Camels"],
  Delaware: ["Fightin' Blue Hens"],
  "Florida International": ["Golden Panthers"],
  Illinois: ["Illini"],
  "Robert Morris": ["Colonels"],
  "St. Francis (PA)": ["Terriers"],
  UNLV: ["Runnin' Rebels"],
  Valparaiso: ["Crusaders"],
  Nevada: ["Wolfpack"],
};

/** The provider shortens "State" after the first word. */
const shortened = (school: string) => school.replace(/(?<=\S )State\b/, "St");

const namesOf = ([school, nickname]: [string, string]): string[] => {
  const spellings = [school, ...(otherSpellings[school] ?? [])];
  const nicknames = [nickname, ...(otherNicknames[school] ?? [])];
  return spellings
    .flatMap((spelling) => [spelling, shortened(spelling)])
    .flatMap((spelling) => [spelling, ...nicknames.map((word) => `${spelling} ${word}`)]);
};

/** Every name of every school, one group per school: with and without nickname, all spellings. */
export const schoolNames: readonly (readonly string[])[] = [
  ...Object.entries(fbsSchools),
  ...Object.entries(fcsSchools),
].map(namesOf);
