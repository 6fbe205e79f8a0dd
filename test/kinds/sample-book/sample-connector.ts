import { join } from 'node:path';
import type { ServiceAddress, WorkbookAddress } from '../../../src/core/workbook-address.ts';
import type { WorkbookConnector } from '../../../src/workbooks/workbook-kind.ts';
import { openSampleWorkbook } from './sample-workbook.ts';

interface SampleAddress extends ServiceAddress {
  readonly shelf: string;
}

export function createSampleConnector(): WorkbookConnector {
  const fileOf = (address: WorkbookAddress): string => {
    const { shelf, title } = address as SampleAddress;
    return join(shelf, `${title}.json`);
  };
  return {
    open: (_accountId, address) => openSampleWorkbook(fileOf(address)),
    identity: fileOf,
    url: (address) => `https://sample.example/${encodeURIComponent((address as SampleAddress).title)}`,
    candidate: async (_way, { settings: { shelf = '', title = '' } }) => {
      const address: SampleAddress = { kind: 'sample-book', title, grantLost: false, shelf };
      return {
        address,
        makesNew: false,
        settle: async () => address,
        open: () => openSampleWorkbook(fileOf(address)),
        provider: null,
        howToConnect: 'pennyrow workbook connect sample-book',
        keep: async () => ({ retireOld: async () => 'none' }),
        discard: async () => 'none',
      };
    },
    close: () => {},
  };
}
