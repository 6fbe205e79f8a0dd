import { plainLetters } from './plain-letters.ts';

/**
 * Beginnings of month names and their usual abbreviations. Croatian names are left out, because "listopad" is October in Croatian and
 * November in Polish and Czech.
 */
const MONTH_BEGINNINGS: readonly string[] = [
  'jan ene gen sty ian oca sau tam led янв яну січ ιαν ינו يناير јан',
  'feb fev fevr lut sub vas hel uno vee фев лют φεβ פבר فبراير феб',
  'mar mrz maer maar mrt mars kov maal bre mac мар бер μαρ מרץ مارس',
  'apr abr avr kwi nis bal huh dub апр кві απρ אפר أبريل ابريل',
  'may mai mei mag maj geg tou kve май мая тра маи μαι מאי مايو мај',
  'jun juin giu cze haz iun kes bir juun cervn cerven июн чер юни ιουν יוני يونيو јун',
  'jul juil lug lip tem iul hei lie juul cervenc cervenec июл лип юли ιουλ יולי يوليو јул',
  'aug ago aou sie aout agu elo avg srp rugp ogo авг сер αυγ אוג أغسطس اغسطس',
  'sep set wrz sept eyl sze syy zar rugs сен вер сеп σεπ ספט سبتمبر',
  'oct okt out ott paz eki lok rij spa окт жов οκτ אוק أكتوبر اكتوبر',
  'nov lis kas noi marr lap ноя лис ное νοε נוב نوفمبر нов',
  'dec dez dic des gru ara jou det dis pros дек гру δεκ דצמ ديسمبر дец',
];

/** In full, since names that differ in their marks alone would be the same without them. */
const THAI_MONTHS: readonly string[] = [
  'มกราคม มค',
  'กุมภาพันธ์ กพ',
  'มีนาคม มีค',
  'เมษายน เมย',
  'พฤษภาคม พค',
  'มิถุนายน มิย',
  'กรกฎาคม กค',
  'สิงหาคม สค',
  'กันยายน กย',
  'ตุลาคม ตค',
  'พฤศจิกายน พย',
  'ธันวาคม ธค',
];

const numbersOf = (months: readonly string[], plain: (name: string) => string) =>
  new Map(months.flatMap((names, index) => names.split(' ').map((name) => [plain(name), index + 1] as const)));

const NUMBERS = numbersOf(MONTH_BEGINNINGS, plainLetters);
const THAI_NUMBERS = numbersOf(THAI_MONTHS, (name) => name);

const LONGEST_BEGINNING = 7;
const SHORTEST_BEGINNING = 3;

export interface MonthName {
  /** 1 to 12. */
  readonly month: number;
  /** True if the years beside the name are Buddhist years. */
  readonly isThai: boolean;
}

/** Null for any other word. */
export function monthOfName(word: string): MonthName | null {
  const bare = word.replaceAll('.', '');
  const thai = THAI_NUMBERS.get(bare);
  if (thai !== undefined) return { month: thai, isThai: true };
  // Hebrew writes "in March" as one word.
  const plain = plainLetters(bare).replace(/^ב(?=\p{L}{3})/u, '');
  for (let length = Math.min(plain.length, LONGEST_BEGINNING); length >= SHORTEST_BEGINNING; length -= 1) {
    const month = NUMBERS.get(plain.slice(0, length));
    if (month !== undefined) return { month, isThai: false };
  }
  return null;
}
