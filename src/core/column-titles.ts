import { plainLetters } from './plain-letters.ts';

export type ColumnRole =
  | 'booking-date'
  | 'date'
  | 'purchase-date'
  | 'value-date'
  | 'amount'
  | 'net'
  | 'out'
  | 'in'
  | 'direction'
  | 'currency'
  | 'payee'
  | 'memo'
  | 'kind'
  | 'balance'
  | 'fee'
  | 'id'
  | 'own-account'
  | 'any-account'
  | 'other-account'
  | 'status'
  | 'original';

/** Titles in lower case without accents. "*" at the end matches any further words. Earlier roles win. */
const TITLES: readonly (readonly [ColumnRole, string])[] = [
  [
    'booking-date',
    'uitvoeringsdatum|datum izvrsenja|datum izvrsitve|datum verrekening|booking date*|posting date*|transaction posted date|post date|posted date|date posted|posted on|date posted*|completed date*|buchungstag*|buchungsdatum*|buchung|bookingdate|date comptable|date de comptabilisation|fecha contable|boekdatum|boekingsdatum|data contabile|data ksiegowania|data lancamento|data do lancamento|bokforingsdag|bokforingsdatum|bokforingsdato|bogforingsdato|bokfort|bokfort dato|bogfort dato|bogfort|cleared date|datum zauctovani*|datum uctovania|konyveles datuma|konyvelesi datum|kirjauspaiva|datum provedeni|data de movimento|datum knjizenja|datum knjizbe|datum zauctovania|data inregistrarii|data operatiunii|posted|booked|booked on|book date|booking|entry date|accounting date|date of posting|date of booking|posting dt|post dt|process date|processed date|processing date|date processed|clearing date|cleared|finished on|verbuchungsdatum|verbucht am|gebucht am|date d ecriture|date ecriture|date compta|date d imputation|date imputation|date de debit|fecha contabilizacion|fecha de contabilizacion|fecha asiento|fecha de asiento|fecha cargo|fecha de cargo|fecha de aplicacion|fecha proceso|fecha de proceso|fecha registro|fecha de registro|data contabilizzazione|data di contabilizzazione|data registrazione|data di registrazione|data addebito|data contabilistica|data de contabilizacao|data de processamento|data registo|datum boeking|verwerkingsdatum|datum verwerking|data zaksiegowania|data rozliczenia|bogforingsdag|posteringsdato|postert|kirjauspvm|kirjauspaivamaara|datum zuctovani|datum zuctovania|zauctovano|konyveles napja|konyvelesi nap|data procesarii|data decontarii|data contabila|datum obrade|kande kuupaev|kandekuupaev|gramatosanas datums|iegramatosanas datums|irasymo data|muhasebe tarihi|kayit tarihi|hesaba gecis tarihi|ngay hach toan|ngay ghi so|tanggal pembukuan|tanggal posting|tgl posting|booked at|reskontradatum|data cont|datum splatnosti|transaction posting date|ecriture|data mov|datum des abschlusses|date de fin|data di completamento|datum voltooid|fecha de finalizacion|data de conclusao|date completed*|eingangstag|fecha posteo|fecha ctble|data lanc',
  ],
  [
    'value-date',
    'value date*|valuta|valutadatum|valuta datum|valutadag|valutadato|wertstellung*|wert|date de valeur|date valeur|dateval|fecha valor|f valor|data valuta|data valor|data waluty|rentedatum|interest date|rentedato|valordatum|value dt|effective date|datum valuty|erteknap|arvopaiva|vaartuspaev|valutesanas datums|valutos data|datum valute|tanggal efektif|ngay hieu luc|data valutei|valor tarihi|valuuttapaiva|ertek nap|valueringsdag|tanggal valuta|data val|available on|datum odepsani z jine banky|val date',
  ],
  [
    'purchase-date',
    'datum verrichting|transaction date*|trans date|purchase date|started date*|kaufdatum|belegdatum|transaktionsdatum|transaktionsdag|date de transaction|date achat|fecha transaccion|transactiedatum|data transakcji|data da compra|inkopsdatum|kopdatum|authorised on|authorized on|datum transakcije|datum izvrsenja|data tranzactiei|date operation|date de l operation|date d operation|dateop|fecha operacion|fecha de operacion|f operacion|data operazione|data operacji|txn date*|tran date|date of transaction|date of purchase|transaction dt|operation date|trade date|purchased on|created on|auth date|authorisation date|authorization date|einkaufsdatum|auftragsdatum|abschlussdatum|datum der transaktion|date d achat|date de l achat|fecha compra|fecha de compra|fecha de transaccion|data acquisto|data transazione|data compra|data transacao|data da transacao|data operacao|data da operacao|aankoopdatum|datum aankoop|datum transactie|data zakupu|data zlecenia|kjopsdato|kobsdato|transaksjonsdato|transaktionsdato|ostopaiva|tapahtumapaiva|datum transakce|datum transakcie|datum operace|datum nakupu|tranzakcio datuma|tranzakcio napja|vasarlas datuma|tehingu kuupaev|tehingukuupaev|darijuma datums|operacijos data|pirkimo data|datum kupnje|tgl transaksi|created|created at|settled date|settlement date|datum des beginns|date de debut|data di inizio|startdatum|fecha de inicio|data de inicio|date started*|date created|data de compra',
  ],
  [
    'date',
    'date|datum|fecha|data|dato|umsatzdatum|timestamp|date and time|datetime|date time|day|tag|when|transdate|data movimento|datums|kuupaev|tarih|islem tarihi|paivamaara|maksupaiva|dat|tanggal|tanggal transaksi|tarikh|tarikh transaksi|ngay|ngay giao dich|tgl|pvm|paivays|run date|completion time|trans time|fecha movimiento|data do movimento',
  ],
  [
    'balance',
    'balance*|running bal*|running balance|account balance|available balance|closing balance|ending balance|ledger balance|saldo*|kontostand*|solde*|bokfort saldo|disponibelt|saldo po*|saldo na*|saldo dopo*|guthaben|saldonachbuchung|bal|atlikums|likutis|zustatek*|zostatok*|egyenleg*|bakiye*|saldos|tilin saldo|aktueller kontostand|disponivel|disponible|running bal|sold|stanje|stanje racuna|novo stanje|baki|so du*|net cash balance|book balance|cleared balance|actual balance|bal after',
  ],
  [
    'net',
    'net|net amount|net transaction amount|net proceeds|netto|netto betrag|nettobetrag|montant net|neto|total net',
  ],
  [
    'out',
    'out|outflow|expense|expenses|debit*|withdrawal*|money out*|paid out*|payments out|amount debit|amount out|spent|spending|charge|charges|soll|soll in|belastung*|ausgaben|ausgabe|lastschrift|sollbetrag|montant debit|debet|debit eur|retrait|retraits|depenses|depense|cargo|cargos|importe cargo|debe|gastos|gasto|af|bedrag af|uitgaven|dare|addebiti|addebito|addebito in|uscite|uscita|importo dare|debito*|saida|saidas|obciazenia|obciazenie|wyplaty|wydatki|uttag|utgifter|ut|ut fra konto|ud|haevet|belop ut|kwota obciazenia|terheles*|odepsano|vydaj*|otot|menot|borc|deebet|debets|debetas|withdrawal amt*|withdrawl*|money out|retiros|withdrawals*|debitos|debits|payments|ut fran konto|withdrawn|lastschrift in|retiro|isplata*|terecenje|duguje|rashod|zaduzenje|odliv|v breme|breme|pengeluaran|ghi no|phat sinh no|so tien ghi no|cheltuieli|cheques cargos|giden',
  ],
  [
    'in',
    'in|inflow|income|incomes|credit|credits|credit amount*|credit amt|deposit*|money in*|paid in*|payments in|amount credit|amount in|received|haben|haben in|gutschrift*|einnahmen|einnahme|habenbetrag|montant credit|credit eur|depot|depots|recettes|recette|abono|abonos|importe abono|haber|ingresos|ingreso|bij|bedrag bij|inkomsten|avere|accrediti|accredito|accredito in|entrate|entrata|importo avere|credito*|entrada|entradas|uznania|uznanie|wplaty|wplywy|insattning*|inkomster|inn|in|inn pa konto|ind|indsat|belop inn|kwota uznania|jovairas*|pripsano|prijem*|panot|tulot|alacak|kreedit|kredits|kreditas|kredit|deposit amt*|depositos|deposits*|creditos|in pa konto|deposito|uplata*|odobrenje|potrazuje|prihod|priliv|v dobro|dobro|pemasukan|penerimaan|setoran|ghi co|phat sinh co|so tien ghi co|venituri|depositos abonos|gelen',
  ],
  [
    'direction',
    'debit credit|credit debit|debit or credit|dr cr|cr dr|d c|c d|db cr|soll haben|s h|s h kennzeichen|soll haben kennzeichen|af bij|bij af|afbij|sens|sign|direction|richtung|vorzeichen|kennzeichen|kz|dare avere|credit debit indicator|creditdebitindicator|transaction type|type|+ *|smer|suunta|yon|deebet kreedit|debets kredits|debetas kreditas|strona|wn ma|b a|t j|md d|d a|d k|d h|segno|debe haber|debit credit d c',
  ],
  [
    'amount',
    'amount*|transaction amount|billing amount|settled amount|value|sum|total|betrag*|umsatz|umsatz in*|umsatz eur|buchungsbetrag*|wert in eur|wert in|montant*|importe*|import|bedrag*|transactiebedrag|importo*|valor|valor eur|quantia|montante|kwota*|belopp*|belop*|belob*|suma|paid|gross|brutto|net value|transaktionsbetrag|mutatiebedrag|amt|castka*|ciastka|objem|osszeg*|maara*|tutar*|monto*|summa|kwota operacji|insattning uttag|tegutsumma|iznos*|znesek*|jumlah|nominal|mutasi|so tien|islem tutari|jumlah transaksi|settlement amount|avant commission|valor em|credit debit amount|bruto',
  ],
  [
    'fee',
    'fee|fees|fees taxes|fees and taxes|total fee|total fees|total transaction fee|processing fee|source fee amount|fee amount|gebuhr|gebuhren|entgelt|frais|commission|comision|kosten|commissione|comissao|prowizja|oplata|avgift|gebyr|poplatek|teenustasu|kulu|jutalek|dij|masraf|komisija|mokestis|komisyon|ucret|service fee|tarifa|kosten op verrichting',
  ],
  [
    'original',
    'original amount*|foreign amount*|amount in foreign*|local amount|original currency|foreign currency|betrag fremdwahrung|fremdwahrung*|originalbetrag*|ursprungsbetrag|originalwahrung|montant d origine|local currency|exchange rate|wechselkurs|kurs|auslandseinsatzentgelt|ruckbuchung*|lastschrift ursprungsbetrag|auslagenersatz*|tax|vat|mwst|oorspr bedrag|oorspr munt|importo originale|divisa originale|divisa original|importe original|moeda original|montante original|kwota oryginalna|waluta oryginalna|originalbelopp|originalvaluta|originaalsumma|originaalvaluuta|puvodni castka|puvodni mena|alkuperainen summa|alkuperainen valuutta|devise d origine|fremdbetrag|fremdwahrungsbetrag|importo in valuta|kwota w walucie|belopp i utlandsk valuta|importe origen|monto origen|moneda origen|ulkomaan valuutta|importo estero|kwota zlecenia|waluta zlecenia',
  ],
  [
    'currency',
    'currency*|currency code|ccy|cur|wahrung|waehrung|devise|monnaie|moneda|divisa|divisas|munt|muntsoort|valuta code|valuta kod|munteenheid|moeda|waluta|valuta|kontowaluta|account currency|konto wahrung|curr|mena|devizanem|valuutta|para birimi|doviz|valuuta|valiuta|whg|deviza|mata uang|loai tien',
  ],
  [
    'own-account',
    'conto o carta|iban kontoinhaber|accountnum|wallet|wallet name|nom du compte|iban du compte|a c no|account|account number|account no|account nr|account id|account iban|account #|accountnumber|own account|own iban|auftragskonto|iban auftragskonto|bezeichnung auftragskonto|eigene iban|eigenes konto|iban eigenes konto|compte|numero de compte|n compte|no compte|rekening|rekeningnummer|eigen rekening|iban bban|iban rekeninghouder|conto|numero conto|cuenta|numero de cuenta|conta|numer konta|numer rachunku|rachunek|nr rachunku|kontonr|account name|product|kliendi konto|cislo uctu|szamlaszam|tilinumero|acct no|acct number|account iban number|my account|iban rachunku|moj rachunek|cislo meho uctu|vlastni ucet|sajat szamla|no rekening|nomor rekening|hesap no|hesap numarasi|numero conto corrente|conta corrente|numero da conta|szamla szam|konyvelesi szamla|naam van de rekening|produkt',
  ],
  [
    'other-account',
    'counterparty account*|counterparty iban|counter account|to account*|from account*|gegenkonto*|kontonummer iban|iban zahlungsbeteiligter|iban des auftraggebers*|iban gegenkonto|iban kontonummer|empfangerkonto|tegenrekening*|naar rekening|iban tegenpartij|compte contrepartie|compte beneficiaire|cuenta destino|rachunek kontrahenta|numer rachunku kontrahenta|mottagarkonto|avsandare|mottagare konto|partner iban|payee iban|bic*|swift*|blz|bankleitzahl|sort code|glaubiger id|glaubigeridentifikation|mandatsreferenz|creditor id|mandate*|glaubiger*|customer reference|kundenreferenz*|sammlerreferenz',
  ],
  ['any-account', 'iban|konto|kontonummer|referenzkonto|rib'],
  [
    'status',
    'contabilizzazione|status|state|info|zustand|statut|estado|stato|stan|transaction status|buchungsstatus|staatus|tila|stav|statuss|transaction state|payment status|payment state|booking status|zahlungsstatus|statut de l operation|estado de la operacion|stato operazione|status transakcji|status operacji|stav platby|durum|allapot|stare|tranzakcio allapota|situacao|situacion|txn status|tran status|trans status|statut operation|islem durumu|olek|busena|cleared',
  ],
  [
    'id',
    'id|transaction id*|transactionid|transaction reference|transaction code|transaction number|reference number|fitid|unique id|umsatz id|transaktions id|transaktionscode|transaktionsnummer|numero operation|id transaccion|transactie id|transactiereferentie|volgnr|id transazione|id operazione|id operacji|numer transakcji|numer referencyjny|verifikationsnummer|verifikation|entry reference|bank reference|archivierungscode|uuid|tl id',
  ],
  [
    'payee',
    'primatelj platitelj|platitelj primatelj|prejemnik placnik|primalac platilac|avisierungstext|desc|wer|payee*|merchant*|name|counterparty|counterparty name|counter party|beneficiary*|beneficiary name|to|from|description|transaction description|details|narrative|transaction details|empfanger*|empfangername|auftraggeber*|auftraggebername|maksaja|maksajan nimi|begunstigter*|beguenstigter*|zahlungsempfanger*|zahlungspflichtige*|zahlungsbeteiligter|name zahlungsbeteiligter|gegenpartei|partner*|beschreibung|bezeichnung|libelle*|beneficiaire|tiers|concepto*|descripcion|beneficiario*|omschrijving*|naam*|naam omschrijving|naam tegenpartij|tegenpartij|tegenrekeninghouder|descrizione*|causale descrizione|descricao|historico|opis*|opis operacji|nadawca*|odbiorca*|kontrahent|beskrivning*|beskrivelse*|text|tekst|mottagare|forklaring|referens|rubrik|transaktion|avsender|modtager|specification|particulars|narration|remarks|nazev protiuctu*|nazov protistrany|partner neve|saaja*|aciklama*|saaja maksja|gavejas|sanemejs*|movimiento|lancamento|buchungsdetails|umsatztext|keterangan|uraian|deskripsi|butiran|mo ta|dien giai|noi dung|primatelj|platitelj|primalac|uplatitelj|naziv primatelja|descriere|detalii|explicatii|moketojas|kedvezmenyezett|prijemca|platca|platitel|nome|nombre|nom|contrepartie de la transaction|partner elnevezese|other party|party|sub description|to from|estabelecimento|establecimiento|comercio|detalle|glosa|titulo|gegenuber|zahlungspartner|buchungs details|uye isyeri',
  ],
  [
    'memo',
    'wofur|wofuer|activity description|memo*|vwz*|purpose|payment reference|reference|references|notes|note|message|remittance*|remittance information|information|additional*|verwendungszweck*|vorgang verwendungszweck|zahlungsgrund|vermerk|notiz|buchungsdetails|mitteilung|zahlungszweck|avisierungstext|communication*|motif|reference operation|informations complementaires|mededelingen|mededeling|omschrijving 1|omschrijving 2|causale|note movimento|observaciones|observacoes|referencia|mas datos|tytul*|tytulem|szczegoly|meddelande|meddelelse|melding|notering|subject|zweck|zprava*|kozlemeny|poznamka*|viesti|selgitus|informacija*|paaiskinimai|detail|detalhes|viite|popis|svrha|svrha placanja|namen|mokejimo paskirtis|maksajuma merkis|merkis|reason|detail van de omzet|bericht|mitteilung referenz',
  ],
  [
    'kind',
    'kind|category type|trans type|transaction kind|buchungstext|umsatzart|umsatztyp|transaktionstyp|transaktionsart|buchungsart|betaalwijze|type betaling|vorgang|art|typ|type d operation|type operation|nature|tipo*|mutatiesoort|code|typ operacji|rodzaj operacji|rodzaj transakcji|transaktionstype|transaktionstyp|check number|check or slip #|cheque number|scheck|typ transakcji',
  ],
];

const OTHER_SCRIPT_TITLES: readonly (readonly [ColumnRole, string])[] = [
  ['payee', 'other party|gegenuber|sub description'],
  [
    'booking-date',
    'дата проводки|дата обработки|дата обработки операции|дата списания|дата осчитывания|дата на осчетоводяване|датум књижења|ημερομηνία κίνησης|记账日期|入账日期|银行记账日|計上日|記帳日|記帳日期|完了日|帳務日期|入帳日|입금일|дата учета|дата проведения|дата зачисления|дата на счетоводно записване|дата проведення|ημερομηνία καταχώρησης|ημερομηνία λογιστικής|记账日|入账日|过账日期|入帳日期|過帳日期|処理日|기장일|처리일|תאריך רישום|תאריך חיוב|تاريخ القيد|ημ νια καταχώρησης|تاريخ الحركة|تاريخ الترحيل|تاريخ التسجيل|วันที่บันทึก|วันที่บันทึกรายการ|วันที่ลงบัญชี|入帳起息日|データ処理日',
  ],
  [
    'value-date',
    'дата валютирования|вальор|датум валуте|ημερομηνία αξίας|αξία|起息日|起算日|תאריך ערך|תאריך הערך|تاريخ القيمة|ημ νια αξίας|יום ערך|تاريخ الحق|تاريخ الاستحقاق|วันที่มีผล',
  ],
  [
    'purchase-date',
    'дата операции|дата совершения операции|дата транзакции|дата покупки|交易日期|交易时间|交易日|利用日|ご利用日|開始日|תאריך פעולה|תאריך עסקה|תאריך העסקה|تاريخ العملية|تاريخ المعاملة|取引日|거래일자|거래일|дата на операцията|дата на транзакция|датум трансакције|ημερομηνία συναλλαγής|이용일|이용일자|승인일|승인일자|תאריך רכישה|วันที่ธุรกรรม|วันที่ใช้จ่าย',
  ],
  [
    'date',
    'дата|дата и время|дата платежа|дата операції|датум|ημερομηνία|日期|时间|日付|年月日|날짜|일자|거래일시|תאריך|التاريخ|تاريخ|תאריך תנועה|التاريخ والوقت|วันที่|วันที่ทำรายการ|วัน เดือน ปี',
  ],
  [
    'balance',
    'остаток*|баланс*|залишок*|салдо*|стање|υπόλοιπο*|余额*|账户余额|本次余额|餘額|残高|差引残高|잔액|거래후잔액|יתרה*|الرصيد*|رصيد|διαθέσιμο υπόλοιπο|λογιστικό υπόλοιπο|رصيد الحساب|היתרה בש ח|ยอดคงเหลือ*|คงเหลือ|거래후 잔액|残高 円|結餘',
  ],
  [
    'out',
    'расход*|списание|дебет|odljev*|משיכה|เงินออก|витрати|дебит|задужење|исплата|χρέωση|支出|支出金额|借方|出金|出金額|お支払金額|お引出し|お引出金額|출금|출금액|찾으신금액|חובה|בחובה|χρεώσεις|חיוב|مدين|المدين|سحب|السحوبات|المسحوبات|ถอน|ถอนเงิน|เดบิต|出金金額|支出金額|引出金額|引落金額|支払金額|払出金額|お支払額|提款|轉出|借方发生额|付款金额|转出金额|取款|출금금액|지급금액|지급액|разход|お引き出し額|出金金額 円',
  ],
  [
    'in',
    'приход*|зачисление|поступление|кредит|priljev*|הפקדה|เงินเข้า|надходження|одобрење|уплата|πίστωση|收入|存入|存入金额|贷方|入金|入金額|お預り金額|お預入れ|お預入金額|입금|입금액|맡기신금액|זכות|בזכות|πιστώσεις|זיכוי|دائن|الدائن|إيداع|الإيداعات|ฝาก|ฝากเงิน|เครดิต|入金金額|預入金額|収入|収入金額|收入金额|收入金額|存入金額|轉入|贷方发生额|收款金额|转入金额|存款|입금금액|お預け入れ額|入金金額 円',
  ],
  ['direction', 'тип операции|收 支|借贷|借贷标志|入出金区分|资金流向|資金流向'],
  [
    'amount',
    'сумма*|сума*|износ*|ποσό*|金额*|交易金额|ご利用額|利用額|入账金额|记账金额|金額*|取引金額|利用金額|ご利用金額|新臺幣金額|금액|승인금액|거래금액|이용금액|סכום*|المبلغ*|مبلغ|จำนวนเงิน*|จำนวน|入账币种 金额|实付金额',
  ],
  ['fee', 'комиссия|комісія|такса|手续费|手数料|수수료|προμήθεια|עמלה|عمولة|رسوم'],
  ['original', 'сумма в валюте операции|сумма операции в валюте|валюта операции|交易币种 金额|订单金额'],
  ['currency', 'валюта*|валута*|νόμισμα|币种|币别|通貨|통화|מטבע|العملة|عملة|สกุลเงิน|幣別'],
  [
    'own-account',
    'رقم الحساب|מספר חשבון|αριθμος λογαριασμου|номер счета|счет|лицевой счет|рахунок|сметка|λογαριασμός|账号|本方账号|口座|口座番号|계좌번호',
  ],
  [
    'other-account',
    'счет контрагента|счет получателя|счет плательщика|иин получателя|对方账号|对方卡号 账号|对方开户行',
  ],
  [
    'status',
    'статус|交易状态|当前状态|상태|состояние|стан|状态|狀態|支付状态|ステータス|状況|状態|取引状態|処理状況|決済ステータス|決済状況|거래상태|처리상태|סטטוס|الحالة|สถานะ|състояние|κατάσταση|κατάσταση συναλλαγής|סטטוס עסקה|מצב|حالة العملية|حالة المعاملة|կարգավիճակ|სტატუსი',
  ],
  ['id', 'номер операции|референс проводки|交易号|交易单号|交易流水号|流水号'],
  [
    'payee',
    'контрагент*|получатель*|плательщик*|отправитель|наименование контрагента|описание*|опис*|опис операції|περιγραφή*|交易对方|对方户名|对方账户名|对方信息|商品说明|가맹점|가맹점명|이용가맹점|보낸분 받는분|보낸분|받는분|받는분 보낸분|의뢰인 수취인|交易描述|交易说明|取引内容|お取引内容|摘要|내용|거래내용|적요|תיאור*|תאור*|פירוט|שם בית עסק|שם בית העסק|הפעולה|الوصف|البيان|التفاصيل|פרטים|בית עסק|تفاصيل|اسم التاجر|รายการ|รายละเอียด|内容|摘要内容|支払先|利用店名|ご利用店名|利用先|說明|商店名稱|取引先|기재내용|交易資訊|附註|名稱',
  ],
  [
    'memo',
    'назначение*|назначение платежа|примечание|комментарий|призначення*|основание|сврха|αιτιολογία|附言|备注|交易附言|備考|メモ|비고|메모|הערות|אסמכתא|المرجع|الملاحظات|หมายเหตุ|บันทึกช่วยจำ|備註',
  ],
  ['kind', 'категория|вид операции|交易类型|交易分类|交易摘要|交易名称|取引区分|거래구분'],
];

const EXACT = new Map<string, ColumnRole>();
const BEGINNINGS: (readonly [string, ColumnRole])[] = [];
for (const [role, titles] of [...TITLES, ...OTHER_SCRIPT_TITLES]) {
  for (const title of titles.split('|').map(plainLetters)) {
    if (title.endsWith('*')) BEGINNINGS.push([`${title.slice(0, -1)} `, role]);
    const whole = title.replace(/\*$/, '').trim();
    if (!EXACT.has(whole)) EXACT.set(whole, role);
  }
}

/** "TransactionAmount" means "Transaction Amount" if it has no meaning as one word. */
export function roleOfTitle(title: string): ColumnRole | null {
  const separated = title.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return roleOfWords(title) ?? (separated === title ? null : roleOfWords(separated));
}

function roleOfWords(title: string): ColumnRole | null {
  const plain = plainTitle(title);
  const words = plainWords(title);
  if (/\b(?:foreign|original|local|fremdwahrung|ursprung\p{L}*)\b/u.test(words) && EXACT.get(plain) !== 'currency')
    return 'original';
  if (OTHER_VALUE.test(words) && CURRENCY_WORD.test(words)) return 'original';
  const role =
    EXACT.get(plain) ??
    BEGINNINGS.find(([beginning]) => plain.startsWith(beginning))?.[1] ??
    textRole(EXACT.get(plain.replace(/ ?\d$/, '')));
  if (role === 'amount') return directionInBrackets(title) ?? role;
  if (!PARTY.test(words) || !ACCOUNT.test(words))
    return role ?? (PARTY.test(words) && NAME.test(words) && !words.includes('bank') ? 'payee' : null);
  return !NAME.test(words) ? 'other-account' : role === 'other-account' ? 'payee' : role;
}

/** Only titles of text columns may end with a number: "Description1", "Text 2". */
function textRole(role: ColumnRole | undefined): ColumnRole | null {
  return role === 'payee' || role === 'memo' ? role : null;
}

/** A currency column with one of these words in its title is ignored: it belongs to a security or purchase, not to the amount. */
const OTHER_VALUE =
  /asset|securit|instrument|\bstock|\bshare|\bfund|merchant|purchase|exchange|\bquote|wertpapier|effekt|\btitre|\btitul|\btitol|strumento|papier|achat|acquisto|compra|zakup|origin|origen|oryginal|עסקה/;
const CURRENCY_WORD = /currency|\bccy\b|wa?e?hrung|\bdevise|moneda|divisa|\bvaluta|\bmunt|waluta|moeda|מטבע/;

/** "Amount (Debit)" holds outgoing money only. */
function directionInBrackets(title: string): 'in' | 'out' | null {
  const [, inner = ''] = /[([\uff08]([^)\]\uff09]+)[)\]\uff09]/.exec(title) ?? [];
  const role = EXACT.get(plainWords(inner));
  return role === 'in' || role === 'out' ? role : null;
}

const PARTY =
  /counter|other party|beneficia|recipient|payee|payer|sender|remitter|partner|empfanger|gegen|zahlungsbeteiligt|begunstigt|beguenstigt|zahlungspflicht|auftraggeber|tegen|ontvanger|contrepart|destina|emetteur|donneur|contrapart|ordenant|controparte|ordinante|kontrahent|odbiorc|nadawc|zleceniodawc|beneficjent|protiuc|protistran|prijemc|platc|ellen|kedvezmenyezett|mottag|modtag|motpart|modpart|motkonto|modkonto|avsendar|avsender|afsender|saaja|maksaja|maksja|vastapuol|sanem|maksat|gavej|moketoj|alici|gonderen|karsi|получател|плательщик|отправител|контрагент|корреспондент|对方|相手|상대/;
const ACCOUNT =
  /account|acct|konto|iban|\bbic\b|swift|\bblz\b|bankleitzahl|\bkto\b|kontonr|rachun|ucet|uctu|szamla|compte|cuenta|\bconto\b|\bconta\b|rekening|tili|hesap|sort code|счет|账号|帐号|账户|卡号|口座|계좌/;
const NAME =
  /\b(?:name|naam|nom|nazev|nazov|nazwa|namn|navn|nimi|nome|nombre|nev)\b|name$|holder|inhaber|houder|имя|наименование|名/;

/** Lower case without accents. Drops text in brackets, which is usually a currency. */
export function plainTitle(title: string): string {
  const bare = title
    .replace(/^#(?=\p{L})/u, '')
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .replace(/ euros?$/i, '');
  return plainWords(bare.replace(/\b[A-Z]{3}$/, (code) => (CURRENCIES.has(code) ? '' : code)));
}

export function plainWords(text: string): string {
  return plainLetters(text)
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();
}

/** Russian banks still write the code that the ruble had before 1998. Other banks write names or signs instead of codes. */
export const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['RUR', 'RUB'],
  ['人民币', 'CNY'],
  ['人民币元', 'CNY'],
  ['港元', 'HKD'],
  ['港幣', 'HKD'],
  ['新臺幣', 'TWD'],
  ['新台幣', 'TWD'],
  ['美元', 'USD'],
  ['美金', 'USD'],
  ['欧元', 'EUR'],
  ['歐元', 'EUR'],
  ['日元', 'JPY'],
  ['日圓', 'JPY'],
  ['英镑', 'GBP'],
  ['₪', 'ILS'],
  ['€', 'EUR'],
]);

/** The ISO 4217 codes that `Intl` knows, and the keys of `OTHER_CODES`. */
export const CURRENCIES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...OTHER_CODES.keys()]);

/** True if the titles differ only by the currency: "CAD$" and "USD$", "Importe $" and "Importe U$S", "Pesos" and "Dólares". */
export function isOtherCurrency(title: string, other: string): boolean {
  const bare = withoutCurrency(title);
  return title !== other && bare !== null && bare === withoutCurrency(other);
}

/** The title with "¤" as its currency; null if it names no currency. */
export function withoutCurrency(title: string): string | null {
  const isNamed = (word: string) => CURRENCIES.has(word) || CURRENCY_NAME.test(plainLetters(word));
  const bare = title.replace(/[\p{L}\p{Sc}]+/gu, (word) => (isNamed(word) ? '¤' : word));
  return bare.includes('¤') ? bare : null;
}

const CURRENCY_NAME = /\p{Sc}|^(?:pesos?|dolar(?:es)?|dollars?|soles|reais|colones|bolivianos|euros?)$/u;

const TOTALS = new Set(
  'total|totals|subtotal|sum|balance|opening|closing|summe|saldo|kontostand|anfangssaldo|endsaldo|anfangsbestand|endbestand|ubertrag|abschluss|solde|saldi|suma|totale|saldos|salden|summa|umsatze|gesamt|carried|brought|eindsaldo|beginsaldo|totaal|ingaende|utgaende|saldot|gesamtsumme|zwischensumme|gesamtumsatz|mutasi|zustatek|zostatok|egyenleg|sold|stanje|ukupno|skupaj|toplam|bakiye|yhteensa|kokku|kopa|likutis|atlikums|итого|всего|остаток|сальдо|обороты|залишок|разом|салдо|συνολο|υπολοιπο|合计|总计|余额|合計|小計|総計|残高|합계|잔액|סהכ|יתרה|المجموع|الرصيد|الإجمالي|ยอดรวม|ยอดคงเหลือ'
    .split('|')
    .map(plainLetters),
);

export function mentionsTotals(cells: readonly string[]): boolean {
  return cells.some((cell) =>
    plainWords(cell)
      .split(' ')
      .some((word) => TOTALS.has(word)),
  );
}
