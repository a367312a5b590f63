import { z } from '../z.ts';
import type { TemplateComponent } from './template-components.ts';
import { variablesOf } from './template-components.ts';

/** Groups of a mapping (BCAST-026, 027): texts, what buttons carry, cards, and the tails of addresses. */
export const variableGroupTypes = ['messageTags', 'buttonPayload', 'cards', 'url'] as const;
export const VariableSlot = z.object({
  /** Unique within its group: 'header.1', 'body.name', 'code', 'offer.expiresAt', 'button.0' */
  variable: z.string(),
  label: z.string(),
  sample: z.string(),
  isRequired: z.boolean(),
  /** Takes an expression as well (BCAST-029) */
  isUrl: z.boolean(),
});
export type VariableSlot = z.infer<typeof VariableSlot>;
export const VariableGroup = z.object({
  type: z.enum(variableGroupTypes),
  /** Card from 0, for type 'cards' */
  card: z.number().int().nullable(),
  variables: z.array(VariableSlot),
});
export type VariableGroup = z.infer<typeof VariableGroup>;

const slot = (variable: string, label: string, sample: string, more: Partial<VariableSlot> = {}): VariableSlot => ({
  variable,
  label,
  sample,
  isRequired: true,
  isUrl: false,
  ...more,
});

const textSlots = (place: string, text: string, samples: Readonly<Record<string, string>>) =>
  variablesOf(text).map((name) => slot(`${place}.${name}`, `{{${name}}}`, samples[name] ?? ''));

/**
 * Returns the variables that must be filled in before a template can be sent: one group a kind, one a card; groups without a variable are
 * left out.
 */
export function variableGroups(components: readonly TemplateComponent[]): VariableGroup[] {
  const tags: VariableSlot[] = [];
  const payloads: VariableSlot[] = [];
  const urls: VariableSlot[] = [];
  const cards: VariableGroup[] = [];
  for (const component of components) {
    switch (component.type) {
      case 'HEADER':
        if (component.format === 'TEXT') tags.push(...textSlots('header', component.text, component.samples));
        break;
      case 'BODY':
        tags.push(...textSlots('body', component.text, component.samples));
        break;
      case 'AUTHENTICATION':
        tags.push(slot('code', 'Code', '123456'));
        break;
      case 'LIMITED_TIME_OFFER':
        if (component.hasExpiration) tags.push(slot('offer.expiresAt', 'Offer ends', ''));
        break;
      case 'BUTTONS':
        for (const [index, button] of component.buttons.entries()) {
          const name = `button.${index}`;
          if (button.type === 'COPY_CODE') payloads.push(slot(name, button.text || 'Code', button.example));
          if (button.type === 'QUICK_REPLY') payloads.push(slot(name, button.text, button.payload, { isRequired: false }));
          if (button.type === 'URL' && variablesOf(button.url).length > 0)
            urls.push(slot(name, button.text, button.example, { isUrl: true }));
        }
        break;
      case 'CAROUSEL':
        for (const [card, { body, buttons }] of component.cards.entries()) {
          const variables = textSlots('body', body.text, body.samples);
          for (const [index, button] of buttons.entries()) {
            const name = `button.${index}`;
            if (button.type === 'QUICK_REPLY') variables.push(slot(name, button.text, button.payload, { isRequired: false }));
            if (button.type === 'URL' && variablesOf(button.url).length > 0)
              variables.push(slot(name, button.text, button.example, { isUrl: true }));
          }
          if (variables.length > 0) cards.push({ type: 'cards', card, variables });
        }
        break;
      default:
    }
  }
  const groups: VariableGroup[] = [
    { type: 'messageTags', card: null, variables: tags },
    { type: 'buttonPayload', card: null, variables: payloads },
    { type: 'url', card: null, variables: urls },
    ...cards,
  ];
  return groups.filter((group) => group.variables.length > 0);
}

/** The name of a variable among all of a template: 'messageTags/body.1', 'cards/0/button.1'. */
export const variableKey = (group: { type: VariableGroup['type'] | 'page'; card: number | null }, variable: string): string =>
  group.card === null ? `${group.type}/${variable}` : `${group.type}/${group.card}/${variable}`;

/** The samples, by `variableKey`: what a preview shows before anything is mapped. */
export const sampleValues = (components: readonly TemplateComponent[]): Record<string, string> =>
  Object.fromEntries(
    variableGroups(components).flatMap((group) => group.variables.map(({ variable, sample }) => [variableKey(group, variable), sample])),
  );
