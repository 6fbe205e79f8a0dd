/** How a bank asks its customer for consent, in Enable Banking's terms. */
export type Approach = 'REDIRECT' | 'DECOUPLED' | 'EMBEDDED';

export interface EuropeanBank {
  readonly name: string;
  readonly bic: string;
  readonly psuTypes: readonly ('personal' | 'business')[];
  readonly approach: Approach;
  /** The longest consent in days; null if only the fake's `longestConsent` limits it. */
  readonly consentDays: number | null;
  /** How many days of history the bank provides. */
  readonly historyDays: number;
  readonly personHeaders: readonly string[];
}

const BOTH = ['personal', 'business'] as const;

function bank(name: string, bic: string, changes: Partial<EuropeanBank> = {}): EuropeanBank {
  return {
    name,
    bic,
    psuTypes: BOTH,
    approach: 'REDIRECT',
    consentDays: 180,
    historyDays: 730,
    personHeaders: [],
    ...changes,
  };
}

const FINLAND = ['Nordea', 'OP Financial Group', 'S-Bank', 'Sampo'].map((name) =>
  bank(name, 'NDEAFIHH', { consentDays: null }),
);

/** Places in Germany, each with a separate savings bank and cooperative bank. */
const PLACES = [
  'Aachen Allgäu Altötting Bamberg Bielefeld Bochum Bodensee Bremen Celle Chemnitz Darmstadt Dortmund',
  'Düren Erlangen Essen Freiburg Fürth Gießen Göttingen Hamm Hannover Heidelberg Herford Ingolstadt Jena',
  'Kassel Kiel Koblenz Krefeld Landshut Leipzig Leverkusen Lübeck Mainz Mittelthüringen Münsterland',
  'Neuss Nürnberg Oberland Oldenburg Osnabrück Paderborn Passau Pforzheim Regensburg Rosenheim',
  'Saarbrücken Siegen Stade Trier Tübingen Ulm Vogtland Westerwald Wiesbaden Witten Worms Würzburg',
].flatMap((line) => line.split(' '));

const GERMANY = [
  bank('Commerzbank', 'COBADEFFXXX', { personHeaders: ['Psu-Ip-Address'] }),
  bank('comdirect', 'COBADEHDXXX', { psuTypes: ['personal'] }),
  bank('Deutsche Bank', 'DEUTDEFFXXX', { historyDays: 90 }),
  bank('Deutsche Kreditbank (DKB)', 'BYLADEM1001', { approach: 'DECOUPLED' }),
  bank('ING', 'INGDDEFFXXX', { psuTypes: ['personal'], historyDays: 390 }),
  bank('N26', 'NTSBDEB1XXX', { psuTypes: ['personal'], consentDays: 90, historyDays: 90 }),
  bank('Qonto', 'QNTODEB2XXX', { psuTypes: ['business'] }),
  bank('Sparkasse KölnBonn', 'COLSDE33XXX', { approach: 'EMBEDDED' }),
  ...PLACES.map((place, number) => bank(`Sparkasse ${place}`, `SPK${number}DE21XXX`, { approach: 'EMBEDDED' })),
  ...PLACES.map((place, number) => bank(`Volksbank ${place}`, `GENO${number}DEF1XXX`, { approach: 'DECOUPLED' })),
];

const BANKS: Readonly<Record<string, readonly EuropeanBank[]>> = {
  FI: FINLAND,
  DE: GERMANY,
  GR: [bank('NBG', 'ETHNGRAAXXX')],
  PT: [bank('Cetelem', 'CETMPTP1XXX')],
  RO: [bank('ING', 'INGBROBU')],
  SE: [bank('Entercard', 'SWEDNOKK'), bank('Eurocard SE', 'SKHSFI21')],
};

export const COUNTRIES: readonly string[] = Object.keys(BANKS);

/** The banks of a country. The country code may be in upper or lower case. */
export function banksOf(country: string): readonly EuropeanBank[] {
  return BANKS[country.toUpperCase()] ?? [];
}
