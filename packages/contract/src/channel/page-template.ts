import { answerVariable } from './answer-template.ts';
import type { TemplateComponent } from './template-components.ts';
import type { TemplateCategory } from './template-marks.ts';
import { variableGroups, variableKey } from './template-variables.ts';

type Template = { status: string; category: TemplateCategory; components: readonly TemplateComponent[] };

const needsMore = (components: readonly TemplateComponent[]): boolean =>
  components.some(
    (component) =>
      component.type === 'CAROUSEL' ||
      component.type === 'LIMITED_TIME_OFFER' ||
      (component.type === 'HEADER' && component.format !== 'NONE' && component.format !== 'TEXT'),
  );

/** The key of the value of a template that takes a code. @returns undefined: it takes none, or needs more */
export function codeKey(template: Template): string | undefined {
  const { status, category, components } = template;
  if (category !== 'AUTHENTICATION') {
    const variable = category === 'UTILITY' ? answerVariable(template) : undefined;
    return variable ? `messageTags/${variable}` : undefined;
  }
  const needed = neededOf(components);
  return status === 'APPROVED' && needed.length === 1 && needed[0] === 'messageTags/code' ? needed[0] : undefined;
}

const neededOf = (components: readonly TemplateComponent[]): string[] =>
  variableGroups(components).flatMap((group) =>
    group.variables.flatMap(({ variable, isRequired }) => (isRequired ? [variableKey(group, variable)] : [])),
  );

/** Keys of the values of a template that takes the address of a page. @property words of its body. @property button that takes the end of the address alone */
export type AddressKeys = { words: string | undefined; button: string | undefined };

/**
 * Finds where a template takes the address of a page: in its body, behind a button, or both.
 * @param base start of the addresses of pages; undefined: whatever the button leads to
 * @returns undefined: it takes none, needs other values or a file, is a code, or is not approved
 */
export function addressKeys({ status, category, components }: Template, base: string | undefined): AddressKeys | undefined {
  if (status !== 'APPROVED' || category === 'AUTHENTICATION' || needsMore(components)) return undefined;
  const needed = neededOf(components);
  const [words, ...moreWords] = needed.filter((key) => key.startsWith('messageTags/body.'));
  const [button, ...moreButtons] = needed.filter((key) => key.startsWith('url/button.'));
  const others = needed.length - (words ? 1 : 0) - (button ? 1 : 0);
  if (others > 0 || moreWords.length > 0 || moreButtons.length > 0 || (!words && !button)) return undefined;
  return button === undefined || base === undefined || leadsTo(components, button, base) ? { words, button } : undefined;
}

function leadsTo(components: readonly TemplateComponent[], key: string, base: string): boolean {
  const place = Number(key.slice('url/button.'.length));
  const button = components.find((component) => component.type === 'BUTTONS')?.buttons[place];
  return button?.type === 'URL' && button.url === `${base}{{1}}`;
}
