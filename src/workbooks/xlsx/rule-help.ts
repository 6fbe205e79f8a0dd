import { RULE_HELP } from '../new-workbook.ts';
import { DRAWING, escapeText, HEAD, PLACED_DRAWING } from './new-workbook-xml.ts';

/** A text box beside the rules: no cell holds it, so nothing can take it for a rule. */
export function ruleHelpDrawing(): string {
  const paragraphs = RULE_HELP.map(
    (line, index) =>
      `<a:p><a:pPr><a:spcAft><a:spcPts val="500"/></a:spcAft></a:pPr><a:r><a:rPr lang="en-US" sz="${index === 0 ? 1200 : 1050}"` +
      `${index === 0 ? ' b="1"' : ''}><a:solidFill><a:srgbClr val="1F3A4D"/></a:solidFill><a:latin typeface="Calibri"/></a:rPr><a:t>${escapeText(line)}</a:t></a:r></a:p>`,
  );
  return (
    `${HEAD}<xdr:wsDr xmlns:xdr="${PLACED_DRAWING}" xmlns:a="${DRAWING}"><xdr:twoCellAnchor editAs="absolute">` +
    '<xdr:from><xdr:col>5</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>' +
    '<xdr:to><xdr:col>11</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>14</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>' +
    '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="How rules work"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr>' +
    '<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3657600" cy="2476500"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>' +
    '<a:solidFill><a:srgbClr val="F5F8FA"/></a:solidFill><a:ln w="9525"><a:solidFill><a:srgbClr val="B8C7D1"/></a:solidFill></a:ln></xdr:spPr>' +
    `<xdr:txBody><a:bodyPr wrap="square" lIns="144000" tIns="108000" rIns="144000" bIns="108000" anchor="t"/><a:lstStyle/>${paragraphs.join('')}</xdr:txBody>` +
    '</xdr:sp><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>'
  );
}
