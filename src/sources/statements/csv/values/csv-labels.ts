import { CURRENCIES, plainWords } from '../../../../core/column-titles.ts';
import { plainLetters } from '../../../../core/plain-letters.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { memoize } from '../../../../core/memoize.ts';

export type LineLabel = 'balance' | 'total';

const BALANCE_WORDS = words(
  'saldo saldot saldos saldi saldovortrag anfangssaldo endsaldo anfangsbestand endbestand startsaldo slutsaldo beginsaldo eindsaldo algsaldo loppsaldo alkusaldo loppusaldo kontostand schlusssaldo schlussaldo balance balances solde soldes zustatek zostatok egyenleg nyitoegyenleg zaroegyenleg atlikums likutis bakiye bakiyesi ubertrag ostatok sold balans primosaldo ultimosaldo stanje baki jaak algjaak loppjaak so_du so_du_dau_ky so_du_cuoi_ky остаток остатки залишок залишки салдо сальдо баланс υπολοιπο יתרה יתרת الرصيد رصيد 残高 差引残高 繰越残高 前月繰越 前回繰越 翌月繰越 次月繰越 期首残高 期末残高 前回残高 前月残高 今回残高 余额 结余 期初余额 期末余额 上期余额 本期余额 上期结余 本期结余 承前 承前页 餘額 結餘 上期結餘 承上結餘 잔액 이월 전월이월 전기이월 차기이월 기초잔액 기말잔액 이월잔액 전월잔액 ยอดยกมา ยอดยกไป ยอดคงเหลือ ยอดคงเหลือยกมา ยอดคงเหลือยกไป ยอดเงินคงเหลือ sdo bal report_a_nouveau a_reporter donem_borcu onceki_donem_borcu onceki_ekstre_borcu εκ_μεταφορας',
);
const TOTAL_WORDS = words(
  'umsatze gesamt total totals totale totales totaal subtotal summe gesamtsumme zwischensumme umsatzsumme gesamtumsatz summa suma somme soma turnover omsattning obroty obrat obraty kaive apgrozijums apyvarta forgalom osszesen yhteensa toplam sum totaux totalen totalt i_alt razem ogolem celkem celkom soucet spolu mindosszesen ukupno svega skupaj kokku kopa viso jumlah tong tong_cong общо итого всего всього разом усього обороты обороти συνολο סה סך المجموع الإجمالي إجمالي 合计 总计 总额 小计 人民币合计 合计金额 合計 総計 小計 總計 합계 총계 소계 총액 รวม ยอดรวม รวมทั้งสิ้น รวมเงิน totais συνολα',
);
/** Words that may accompany those above in a label, and are no label alone. */
const BESIDE = words(
  'opening closing beginning ending starting start end previous prior last brought carried forward b f c bf cf bd cd ledger book available current new old account statement running final as at of on am au as a per por pro zum vom bis from to the date and debits credits debit credit movements transactions anterior inicial actual do da de del dia des la le los las final disponivel disponible contabil contabilistico alter altes neuer neues alt neu anfang ende umsatz einnahmen ausgaben initial precedent ancien nouveau crediteur debiteur mouvements operations vorig vorige oud nieuw begin eind mutaties iniziale precedente finale contabile movimenti movimientos movimentos cargos abonos y e et und poczatkowe koncowe otwarcia zamkniecia obrotow ingaende utgaende foregaende sakuma beigu pradziai pabaigai pocatecni konecny pociatocny celkem nyito zaro devreden acilis kapanis zwischen buchungstag valuta haben soll so d ouverture cloture em conta disponibile po operacjach inngaende primo ultimo pocetno zavrsno novo prethodno konacno zacetno koncno staro racuna awal akhir dibawa ke hadapan lalu dau cuoi ky laikotarpio pradzioje pabaigoje grand sub net sous general generale geral genel amount entrate uscite mutasi keseluruhan obrotu is начало конец начала конца периода период начальный конечный входящий исходящий входящее исходящее на за по счету початок кінець періоду початковий кінцевий вхідний вихідний начално крайно предходно ново αρχικο τελικο προηγουμενο νεο γενικο פתיחה סגירה קודמת נוכחית סופית הכל כ الافتتاحي الختامي السابق سابق الحالي النهائي open close period page due cleared uncleared withdrawals deposits fwd bbf bcf diario parcial corrente bloqueado liberar periodo cierre apertura atual mes liquido contable deudor acreedor extrato extracto resumen transportado fatura provisorio consolidado retenido cuenta ingresos gastos entradas saidas debitos creditos lancamentos pagar ant na data depart report reporter vortrag devir onceki donem sonu basi al ekstre borc borcu alacak tutar tutari εκ εναρξης ληξης μεταφορας χρεωσεων πιστωσεων חיובים לחיוב זיכויים עסקאות תנועות לתאריך מועברת أول آخر اخر المدة مرحل الحركات المدين الدائن مدين دائن الكلي',
);

/** An underscore joins the words of a phrase. */
function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map((word) => plainLetters(word).replaceAll('_', ' ')));
}

/** Only if all words mean a balance or a total, as in "S A L D O am 31.01.2026". "Saldo Shoes" is a shop. */
function labelOf(cell: string): LineLabel | null {
  if (/^[BC]\/[FD]$/i.test(cell)) return 'balance';
  if (cell.length > 80 || /^[ -~]{0,3}$|^[-+(]?[\d.,]/.test(cell)) return null;
  // Quick checks first, because nearly all texts begin with another word or are references.
  const inAscii = /^[A-Za-z]{2,}(?=[\s,.:;]|$)/.exec(cell)?.[0].toLowerCase();
  const first = inAscii ?? (cell > '\x7f' ? plainLetters(/^[\p{L}\p{M}]+/u.exec(cell)?.[0] ?? '') : '');
  if (first !== '' && !BALANCE_WORDS.has(first) && !TOTAL_WORDS.has(first) && !BESIDE.has(first)) return null;
  if (/^[A-Za-z]+[-_]?\d[A-Za-z\d]*$/.test(cell) || !/\p{L}{2}|(?:\p{L} ){3}\p{L}/u.test(cell)) return null;
  const plain = plainWords(cell.replace(/[(\uff08].*[)\uff09]$/, ''));
  if (BALANCE_WORDS.has(plain)) return 'balance';
  if (TOTAL_WORDS.has(plain)) return 'total';
  const spaced = /^(?:\p{L} ){3,}\p{L}$/u.test(plain) ? plain.replaceAll(' ', '') : plain;
  const all = spaced.split(' ');
  const isBeside = (word: string): boolean =>
    BESIDE.has(word) || /^\d+$/.test(word) || CURRENCIES.has(word.toUpperCase());
  if (!all.every((word) => BALANCE_WORDS.has(word) || TOTAL_WORDS.has(word) || isBeside(word))) return null;
  return all.some((word) => BALANCE_WORDS.has(word)) ? 'balance' : all.every(isBeside) ? null : 'total';
}

export function labelOfRow(row: readonly string[]): LineLabel | null {
  // With a day, "New Balance" is the shop.
  const isShop = (cell: string): boolean => /^\s*new balance\s*$/i.test(cell) && row.some(isDateShaped);
  const labels = new Set(row.map((cell) => (isShop(cell) ? null : labelOf(cell.trim()))));
  return labels.has('balance') ? 'balance' : labels.has('total') ? 'total' : null;
}

/** True for "SDO CTA/APL", a balance, and "Saldo Tigo", a purchase. Only arithmetic distinguishes them. */
export function beginsAsBalance(row: readonly string[]): boolean {
  return row.some((cell) => BALANCE_WORDS.has(plainLetters(/^\s*([\p{L}\p{M}]{2,})/u.exec(cell)?.[1] ?? '')));
}

const INCOME = words(
  'salary salaries salaires зарплата пенсия payroll wage wages pension gehalt lohn besoldung bezuge rente salaire paie nomina sueldo salaris loon stipendio ordenado vencimento salario wynagrodzenie wyplata pensja lon lonn loning mzda vyplata plat fizetes munkaber palkka elake maas palk alga darbo uzmokestis elatus',
);

const INCOME_PHRASES =
  /\b(?:direct deposit|interest earned|habenzinsen|zinsen haben|dividend[esao]?|vir(?:ement)? (?:\w+ )?recu)\b/;

/** Beside these words, "pension" may mean a boarding house or school fees, and "salary" may be paid by the user. */
const NO_INCOME =
  /\b(?:pagos?|pagamentos?|pagto|cuotas?|parcelas?|colegio|escola|escuela|universidad|seguros?|juros|multa|mora|comision|comissao|prestamo|emprestimo|hotel|hostal|restaurante?s?|boleto|fatura|tarjeta|cartao|empleados|funcionarios|empregados|employees)\b/;

export function speaksOfIncome(cell: string): boolean {
  const plain = plainWords(cell);
  return INCOME_PHRASES.test(plain) || (plain.split(' ').some((word) => INCOME.has(word)) && !NO_INCOME.test(plain));
}

type Status = 'posted' | 'pending' | 'left';

const STATUS_WORDS: Readonly<Record<Status, string>> = {
  posted:
    'posted|reconciled|accepted|accepte|acceptee|geaccepteerd|akzeptiert|aceptado|aceptada|accettato|accettata|umsatz gebucht|completed|complete|settled|cleared|booked|gebucht|abgeschlossen|done|success|successful|succeeded|comptabilise|comptabilisee|effectue|effectuee|validee|realizada|liquidada|contabilizado|verwerkt|geboekt|contabilizzato|contabilizzata|eseguito|eseguita|registrato|registrata|zaksiegowano|zaksiegowana|zaksiegowany|rozliczona|rozliczone|wykonany|wykonana|zrealizowana|zrealizowany|bokford|bokfort|genomford|executed|finalized|finished|paid|paid out|received|termine|terminee|execute|executee|processed|ok|partially refunded|refunded|sent|issued|confirmed|captured|completado|completada|ejecutada|ejecutado|realizado|concluida|concluido|efetuada|executada|voltooid|uitgevoerd|ausgefuhrt|erledigt|erfolgreich|verbucht|berechnet|bezahlt|zauctovano|zauctovane|provedeno|proveden|vyrizeno|teljesult|konyvelt|gennemfort|udfort|fullfort|utfort|valmis|kirjattu|tehdud|ieklausita|izpildits|ivykdyta|tamamlandi|gerceklesti|basarili|выполнен|выполнена|выполнено|исполнен|исполнена|исполнено|проведен|проведена|проведено|обработан|обработано|успешно|завершен|завершена|завершено|выполнена успешно|виконано|проведено успешно|berhasil|sukses|selesai|hoan thanh|thanh cong|בוצע|הושלם|مكتمل|ناجح|สำเร็จ|confirmado|confirmada|aprobado|aprobada|aprovado|aprovada|pago|paga|pagado|pagada|recebido|recebida|recibido|recibida|efetivado|efetivada|efetuado|efectuado|efectuada|procesado|procesada|processado|processada|acreditado|acreditada|exitoso|exitosa|finalizado|finalizada|conciliado|conciliada|contabilizada|aplicado|aplicada|compensado|compensada|liquidado|executado|faturado|faturada|approved|ts|credited|delivered|charged|card charged|payment deposited|billed|clr|approvato|approvata|completato|completata|succes|reussi|reussie|valide|traite|traitee|onaylandi|islendi|ολοκληρωθηκε|εκτελεστηκε|επιτυχης|καταχωρημενη|אושר|מאושר|הצליח|ناجحة|مكتملة|تم|تمت بنجاح|منفذة|مقبولة|bogfort|toteutunut|zakonczona|zakonczono|slutford|teljesitve|zrealizowane|izvrseno|realizovano|baigta|teostatud|изпълнена|изпълнено|정상',
  pending:
    'pending|umsatz vorgemerkt|vorgemerkt|pendent|ausstehend|offen|in bearbeitung|authorised|authorized|authorisation|authorization|autorizzato|autorizzata|autorizado|autorizada|autorisiert|autorise|autorisee|en attente|en cours|pendiente|retenida|en proceso|in behandeling|gereserveerd|in attesa|in sospeso|in corso|non contabilizzato|oczekuje|oczekujaca|oczekujacy|w toku|w realizacji|w trakcie realizacji|blokada|reserverad|reserveret|venter|afventer|reservert|preliminar|uncleared|not cleared|processing|provisional|temporary hold|on hold|hold|in progress|scheduled|pendente|em processamento|agendado|ceka|cekajici|blokace|fuggoben|folyamatban|varaus|odottaa|ootel|beklemede|provizyon|в обработке|ожидает|ожидание|hold|авторизация|не проведена|menunggu|diproses|cho xu ly|ממתין|معلق|รอดำเนินการ|em andamento|en curso|em analise|por confirmar|em aberto|programado|programada|a processar|bekliyor|islemde|provizyonda|onay bekliyor|σε εκκρεμοτητα|εκκρεμει|δεσμευμενο|σε επεξεργασια|בהמתנה|בתהליך|ממתין לאישור|טרם נקלטה|معلقة|قيد الانتظار|قيد المعالجة|قيد التنفيذ|محجوز|en cours de traitement|en instance|initiated|queued|unposted|laukiama',
  left: 'declined|deleted|slettet|geloscht|supprime|supprimee|eliminado|eliminada|verwijderd|raderad|poistettu|usunieta|smazano|reverted|reversed|failed|failure|unsuccessful|cancelled|canceled|denied|rejected|refused|returned unpaid|bounced|error|abgelehnt|fehlgeschlagen|storniert|abgebrochen|zuruckgewiesen|nicht ausgefuhrt|annule|annulee|refuse|refusee|echoue|echouee|rejete|rejetee|rechazada|rechazado|cancelada|cancelado|anulada|anulado|denegada|denegado|fallida|fallido|geweigerd|geannuleerd|afgewezen|mislukt|rifiutata|rifiutato|annullata|annullato|respinta|fallita|odrzucona|odrzucony|anulowana|anulowany|recusada|recusado|anulada|falhou|nekad|avbruten|avvisad|makulerad|avvist|avbrutt|kansellert|afvist|annulleret|hylatty|peruttu|zamitnuto|zruseno|zamietnute|zrusene|neuspesne|elutasitva|torolve|sikertelen|reddedildi|iptal|iptal edildi|basarisiz|respinsa|anulata|esuata|odbijeno|otkazano|tagasi lukatud|tuhistatud|noraidits|atmesta|expired|void|voided|removed|отклонен|отклонена|отклонено|отменен|отменена|отменено|отказ|неуспешно|ошибка|відхилено|скасовано|gagal|dibatalkan|ditolak|that bai|da huy|נדחה|בוטל|נכשל|مرفوض|ملغى|فشل|ไม่สำเร็จ|ยกเลิก|rejeitado|rejeitada|negado|negada|revertido|revertida|reversado|reversada|nao realizado|nao realizada|no realizado|no realizada|nao autorizado|nao autorizada|no autorizado|no autorizada|nao aprovado|nao aprovada|no aprobado|no aprobada|expirado|expirada|falha|ruckgangig gemacht|teruggedraaid|stornato|stornata|non autorizzato|non autorizzata|non approvato|non approvata|non eseguito|non eseguita|nicht autorisiert|nicht genehmigt|niet uitgevoerd|hatali|απορριφθηκε|ακυρωθηκε|ακυρωμενη|απετυχε|αποτυχια|סורב|בוטלה|נדחתה|فاشلة|مرفوضة|ملغاة|ملغي|فشلت|لم تتم|معكوسة|echec|non effectue|non effectuee|non autorise|non autorisee|timed out|abandoned|tf|not approved|not authorised|not authorized|card charge failed|odrzucone|cofnieto|visszavonva|zavrnjeno|atcelts|atsaukta|отказана',
};
const STATUSES = new Map(
  Object.entries(STATUS_WORDS).flatMap(([status, words]) =>
    words.split('|').map((word) => [plainWords(word), status as Status] as const),
  ),
);

/** Chinese, Japanese and Korean status words are recognized by parts, because banks combine these freely. */
const PARTS: readonly (readonly [Status, RegExp])[] = [
  ['left', /キャンセル|無効|エラー|差し?戻|失败|失敗|关闭|關閉|取消|拒绝|拒絕|拒否|撤销|작废|실패|취소|거절/],
  ['pending', /待|オーソリ|仮売上|处理中|處理中|进行中|処理中|未[确確記记入]|保留|대기|처리중|진행/],
  ['posted', /^(?!.*[未不没]).*(?:成功|完成|已|完了|済|確定)|완료|성공|매입/],
];

/** The status that a bank's word means; `left`: the transaction did not happen. Null for other words. */
export const statusOf: (word: string) => Status | null = memoize((word: string) => {
  const plain = plainWords(word);
  if (plain === '') return 'posted';
  return (
    STATUSES.get(plain) ??
    STATUSES.get(
      plain.replace(/^(?:payment|transaction|transfer|purchase|zahlung|umsatz|paiement|pago|status) /, ''),
    ) ??
    PARTS.find(([, parts]) => parts.test(word))?.[0] ??
    null
  );
});

export const PLACEHOLDER = /^(?:[-\u2013\u2014/.]*|no description|n\/a|not available)$/i;

const CARD_NUMBER = /[\d*•xX][\d*•xX -]{9,}/;

/** False for numbers, masked card numbers, e-mail addresses, and references such as "ref1" and "e8949dec-7de8-4c6e". */
export function hasWords(text: string): boolean {
  if (/^\S+@\S+$/.test(text)) return false;
  if (/^\p{L}{5}/u.test(text)) return true;
  if (isCardNumber(text)) return false;
  const isReference = (word: string): boolean =>
    /\d/.test(word) && (/^[\da-f-]+$/i.test(word) || word.replace(/\P{L}/gu, '').length < 5);
  const words = text.split(/\s+/).filter((word) => !isReference(word));
  return /\p{L}{2}|\p{Lo}/u.test(words.join(' '));
}

/** A masked number with a few letters: "4711-****-****-0815 Df". */
export function isCardNumber(text: string): boolean {
  return /[*•xX]{2}/.test(text) && CARD_NUMBER.test(text) && !/\p{L}{3}/u.test(text.replace(CARD_NUMBER, ''));
}
