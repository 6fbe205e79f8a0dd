import { describe, expect, test } from 'vitest';
import { roleOfTitle } from './column-titles.ts';

describe('the role of a column title', () => {
  test.each([
    ['Auftraggeber BIC/BLZ', 'other-account'],
    ['Empfänger/Auftraggeber IBAN', 'other-account'],
    ['Payee Account Number', 'other-account'],
    ['Empfänger/Auftraggeber Name', 'payee'],
    ['Beneficiary account name', 'payee'],
    ['Tegenrekeninghouder', 'payee'],
    ['Vorgang/Verwendungszweck', 'memo'],
    ['#Kwota', 'amount'],
    ['#Saldo po operacji', 'balance'],
    ['Amount (Debit)', 'out'],
    ['Amount (Credit)', 'in'],
    ['记账金额(支出)', 'out'],
    ['Amount (GBP)', 'amount'],
    ['Account #', 'own-account'],
    ['#', null],
    ['Tanggal Transaksi', 'date'],
    ['Jumlah', 'amount'],
    ['Pengeluaran', 'out'],
    ['Pemasukan', 'in'],
    ['Ngày giao dịch', 'date'],
    ['Số tiền ghi nợ', 'out'],
    ['Datum knjiženja', 'booking-date'],
    ['Isplata (EUR)', 'out'],
    ['Uplata', 'in'],
    ['חובה', 'out'],
    ['זכות', 'in'],
    ['תאריך ערך', 'value-date'],
    ['المبلغ', 'amount'],
    ['الرصيد', 'balance'],
    ['ถอนเงิน', 'out'],
    ['ฝาก', 'in'],
    ['ยอดคงเหลือ', 'balance'],
    ['出金金額', 'out'],
    ['入金金額', 'in'],
    ['Paid In', 'in'],
    ['Withdrawn', 'out'],
  ])('“%s” is %s', (title, role) => {
    expect(roleOfTitle(title)).toBe(role);
  });
});
