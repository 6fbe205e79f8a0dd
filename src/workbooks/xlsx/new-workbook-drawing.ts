import type { NewChart, NewNote } from '../template/sheet.ts';
import {
  CHART,
  DRAWING,
  escapeAttribute,
  escapeText,
  HEAD,
  PLACED_DRAWING,
  RELATIONSHIPS,
} from './new-workbook-xml.ts';

/** What lies over the cells of a sheet; its charts are the relationships of the part, in their order. */
export function drawingXml(note: NewNote | null, charts: readonly NewChart[]): string {
  return (
    `${HEAD}<xdr:wsDr xmlns:xdr="${PLACED_DRAWING}" xmlns:a="${DRAWING}">` +
    `${note === null ? '' : noteXml(note)}${charts.map(frameXml).join('')}</xdr:wsDr>`
  );
}

interface Corner {
  readonly column: number;
  readonly row: number;
}

function anchor(from: Corner, to: Corner, content: string): string {
  const corner = (name: 'from' | 'to', { column, row }: Corner): string =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  return `<xdr:twoCellAnchor editAs="absolute">${corner('from', from)}${corner('to', to)}${content}<xdr:clientData/></xdr:twoCellAnchor>`;
}

function frameXml({ title, at }: NewChart, index: number): string {
  return anchor(
    at,
    { column: at.column + at.columns, row: at.row + at.rows },
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 3}" name="${escapeAttribute(title)}" descr="${escapeAttribute(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
      '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>' +
      `<a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" xmlns:r="${RELATIONSHIPS}" r:id="rId${index + 1}"/></a:graphicData></a:graphic></xdr:graphicFrame>`,
  );
}

/** A text box: no cell holds it, so nothing can take it for a line of the list. */
function noteXml({ paragraphs, column }: NewNote): string {
  const texts = paragraphs.map(
    (line, index) =>
      `<a:p><a:pPr><a:spcAft><a:spcPts val="500"/></a:spcAft></a:pPr><a:r><a:rPr lang="en-US" sz="${index === 0 ? 1200 : 1050}"` +
      `${index === 0 ? ' b="1"' : ''}><a:solidFill><a:srgbClr val="1F3A4D"/></a:solidFill><a:latin typeface="Calibri"/></a:rPr><a:t>${escapeText(line)}</a:t></a:r></a:p>`,
  );
  return anchor(
    { column, row: 1 },
    { column: column + 6, row: 14 },
    `<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="${escapeAttribute(paragraphs[0] ?? '')}"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr>` +
      '<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3657600" cy="2476500"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>' +
      '<a:solidFill><a:srgbClr val="F5F8FA"/></a:solidFill><a:ln w="9525"><a:solidFill><a:srgbClr val="B8C7D1"/></a:solidFill></a:ln></xdr:spPr>' +
      `<xdr:txBody><a:bodyPr wrap="square" lIns="144000" tIns="108000" rIns="144000" bIns="108000" anchor="t"/><a:lstStyle/>${texts.join('')}</xdr:txBody></xdr:sp>`,
  );
}
