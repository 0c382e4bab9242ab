/** Codes of nflverse, also of franchises before their moves. */
export const nflTeams = codes(`
  ARI Arizona Cardinals; ATL Atlanta Falcons; BAL Baltimore Ravens; BUF Buffalo Bills; CAR Carolina Panthers;
  CHI Chicago Bears; CIN Cincinnati Bengals; CLE Cleveland Browns; DAL Dallas Cowboys; DEN Denver Broncos;
  DET Detroit Lions; GB Green Bay Packers; HOU Houston Texans; IND Indianapolis Colts; JAX Jacksonville Jaguars;
  KC Kansas City Chiefs; LA Los Angeles Rams; LAR Los Angeles Rams; STL Los Angeles Rams;
  LAC Los Angeles Chargers; SD Los Angeles Chargers; LV Las Vegas Raiders; OAK Las Vegas Raiders;
  MIA Miami Dolphins; MIN Minnesota Vikings; NE New England Patriots; NO New Orleans Saints;
  NYG New York Giants; NYJ New York Jets; PHI Philadelphia Eagles; PIT Pittsburgh Steelers;
  SEA Seattle Seahawks; SF San Francisco 49ers; TB Tampa Bay Buccaneers; TEN Tennessee Titans;
  WAS Washington Commanders`);

/** Codes of Retrosheet. */
export const retrosheetTeams = codes(`
  ANA Los Angeles Angels; ARI Arizona Diamondbacks; ATH Athletics; ATL Atlanta Braves; BAL Baltimore Orioles;
  BOS Boston Red Sox; CHA Chicago White Sox; CHN Chicago Cubs; CIN Cincinnati Reds; CLE Cleveland Guardians;
  COL Colorado Rockies; DET Detroit Tigers; FLO Miami Marlins; HOU Houston Astros; KCA Kansas City Royals;
  LAN Los Angeles Dodgers; MIA Miami Marlins; MIL Milwaukee Brewers; MIN Minnesota Twins; NYA New York Yankees;
  NYN New York Mets; OAK Athletics; PHI Philadelphia Phillies; PIT Pittsburgh Pirates; SDN San Diego Padres;
  SEA Seattle Mariners; SFN San Francisco Giants; SLN St. Louis Cardinals; TBA Tampa Bay Rays;
  TEX Texas Rangers; TOR Toronto Blue Jays; WAS Washington Nationals`);

function codes(text: string): Readonly<Record<string, string>> {
  const entries = text.split(";").map((entry) => {
    const [code = "", ...name] = entry.trim().split(/\s+/);
    return [code, name.join(" ")] as const;
  });
  return Object.fromEntries(entries);
}
