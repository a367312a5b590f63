import { fieldError } from '../faults.ts';
import { type TemplateButton, type TemplateComponent, variablesOf } from './template-components.ts';
import { partOf } from './template-parts.ts';
import { type TemplateFault, type TemplateForm, templateFaults } from './template-rules.ts';

const promotion =
  /\b(?:offers?|discounts?|sale|deals?|coupons?|promo(?:tion)?s?|cashback|free gift|buy now|shop now|limited time|\d+ ?% off|flat \d+)\b/i;
const shorteners = [
  'bit.ly',
  'tinyurl.com',
  't.co',
  'goo.gl',
  'ow.ly',
  'is.gd',
  'cutt.ly',
  'rb.gy',
  'rebrand.ly',
  'wa.me',
  'buff.ly',
  'shorturl.at',
];
const shortened = new RegExp(`(?:^|[^\\w.-])(?:${shorteners.map((host) => host.replaceAll('.', '\\.')).join('|')})(?=[/\\s?#]|$)`, 'i');

type Said = { field: string; text: string };

const ofButtons = (buttons: readonly TemplateButton[], prefix: string): Said[] =>
  buttons.flatMap((button, index) => [
    { field: `${prefix}.${index}.text`, text: button.text },
    { field: `${prefix}.${index}.url`, text: button.url.replace(/^https?:\/\//i, ' ') },
  ]);

/** Every text of a template with the field that it stands in. */
function textsOf(components: readonly TemplateComponent[]): Said[] {
  return components.flatMap((component): Said[] => {
    if (component.type === 'HEADER') return [{ field: 'header', text: component.text }];
    if (component.type === 'BODY') return [{ field: 'body', text: component.text }];
    if (component.type === 'FOOTER') return [{ field: 'footer', text: component.text }];
    if (component.type === 'BUTTONS') return ofButtons(component.buttons, 'buttons');
    if (component.type === 'CAROUSEL')
      return component.cards.flatMap((card, index) => [
        { field: `cards.${index}.body`, text: `${card.title} ${card.body.text}` },
        ...ofButtons(card.buttons, `cards.${index}.buttons`),
      ]);
    return [];
  });
}

/** Reasons for which a vendor is likely to reject a template, those that keep it from being submitted first. */
export function checkTemplate(form: TemplateForm): TemplateFault[] {
  const risks: TemplateFault[] = [];
  const texts = textsOf(form.components);
  for (const { field, text } of texts) {
    if (form.category === 'UTILITY' && promotion.test(text)) risks.push(fieldError(field, 'template.risk_promotion'));
    if (shortened.test(text.replace(/https?:\/\//gi, ' '))) risks.push(fieldError(field, 'template.risk_short_link'));
  }
  const body = partOf(form.components, 'BODY')?.text ?? '';
  const count = variablesOf(body).length;
  const words = body
    .replace(/\{\{[^{}]*\}\}/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (count > 0 && words < 2 * count + 1)
    risks.push(fieldError('body', count === 1 ? 'template.risk_few_words_one' : 'template.risk_few_words_other', { count }));
  if (/\n{3,}/.test(body)) risks.push(fieldError('body', 'template.risk_line_breaks'));
  return [...templateFaults(form), ...risks];
}
