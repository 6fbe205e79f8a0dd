import { plainWords } from '../../../../core/column-titles.ts';

const POSTED =
  'posted|umsatz gebucht|completed|complete|settled|cleared|booked|gebucht|abgeschlossen|done|success|successful|comptabilise|realizada|liquidada|contabilizado|verwerkt|geboekt|contabilizzato|contabilizzata|eseguito|zaksiegowano|zaksiegowana|rozliczona|wykonany|bokford|bokfort|genomford|executed|finalized|paid|termine|processed|ok|partially refunded|refunded|completado|voltooid'.split(
    '|',
  );
const PENDING =
  'pending|umsatz vorgemerkt|vorgemerkt|ausstehend|offen|authorised|authorized|authorisation|en attente|en cours|pendiente|retenida|in behandeling|gereserveerd|in attesa|non contabilizzato|oczekuje|oczekujaca|w toku|blokada|reserverad|reserveret|reservert|preliminar|uncleared|processing|provisional|temporary hold|on hold|in progress|pendente'.split(
    '|',
  );
const LEFT =
  'declined|reverted|failed|cancelled|canceled|denied|rejected|abgelehnt|fehlgeschlagen|annule|refuse|echoue|rechazada|cancelada|anulada|geweigerd|geannuleerd|rifiutata|annullata|odrzucona|anulowana|nekad|avbruten|avvist|afvist|expired|voided|removed'.split(
    '|',
  );

/** What a bank's word says of a transaction: booked, not yet booked, or that it never came to be; null for other words. */
export function statusOf(word: string): 'posted' | 'pending' | 'left' | null {
  const plain = plainWords(word);
  if (plain === '' || POSTED.includes(plain)) return 'posted';
  return PENDING.includes(plain) ? 'pending' : LEFT.includes(plain) ? 'left' : null;
}
