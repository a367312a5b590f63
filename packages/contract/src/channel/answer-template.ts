import type { TemplateComponent } from './template-components.ts';
import type { TemplateCategory } from './template-marks.ts';
import { variableGroups } from './template-variables.ts';

/** Characters of an answer that a template's value holds; WhatsApp takes 1,024 in all of a body. */
export const answerInTemplateMax = 700;

type Template = { status: string; category: TemplateCategory; components: readonly TemplateComponent[] };

/**
 * The variable of a template that holds an answer to a visitor who has left; '': it has none, and says that an answer waits.
 * @returns undefined: it needs other values or a file, is a code, or is not approved
 */
export function answerVariable({ status, category, components }: Template): string | undefined {
  const needsMore = components.some(
    (component) =>
      component.type === 'CAROUSEL' ||
      component.type === 'LIMITED_TIME_OFFER' ||
      (component.type === 'HEADER' && component.format !== 'NONE' && component.format !== 'TEXT'),
  );
  if (status !== 'APPROVED' || category === 'AUTHENTICATION' || needsMore) return undefined;
  const [first, ...others] = variableGroups(components).flatMap(({ type, variables }) =>
    variables.flatMap(({ variable, isRequired }) => (isRequired ? [{ type, variable }] : [])),
  );
  if (!first) return '';
  return others.length === 0 && first.type === 'messageTags' && first.variable.startsWith('body.') ? first.variable : undefined;
}
