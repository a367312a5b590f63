import type { FieldFault, ShownField } from '@parley/journey';
import { faultWords, formTexts } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { formWords } from '../words.ts';
import classes from './preview.module.css';
import { ShownControl } from './shown-control.tsx';

type Props = {
  field: ShownField;
  given: unknown;
  fault: FieldFault | undefined;
  language: string;
  isChosen: boolean;
  onType: (given: unknown) => void;
  onChoose: () => void;
};

const grouped = new Set<ShownField['kind']>(['choice', 'choices', 'yesNo', 'consent', 'rating', 'location', 'file', 'photo', 'signature']);

/** One field of the page as people see it. */
export function ShownFieldView({ field, given, fault, language, isChosen, onType, onChoose }: Props) {
  const say = useWords(formWords.preview);
  const { kind, label, help } = field;
  if (kind === 'note')
    return (
      <p className={classes.note} data-chosen={isChosen || undefined}>
        {label || say('noLabel')}
      </p>
    );
  const id = `shown-${field.id}`;
  const about = [...(help === '' ? [] : [`${id}-help`]), ...(fault ? [`${id}-fault`] : [])].join(' ') || undefined;
  const optional = field.isRequired || kind === 'picture' ? null : <span className={classes.optional}> ({say('optional')})</span>;
  const title =
    kind === 'consent' ? null : (
      <>
        {label || say('noLabel')}
        {optional}
      </>
    );
  const inside = (
    <>
      {help !== '' && (
        <p className={classes.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      <ShownControl
        id={id}
        field={field}
        given={given}
        about={about}
        isWrong={fault !== undefined}
        texts={formTexts(language)}
        onType={onType}
      />
      {fault && (
        <p className={classes.fault} id={`${id}-fault`}>
          {faultWords(fault, language)}
        </p>
      )}
    </>
  );
  const shared = { className: classes.field, 'data-chosen': isChosen || undefined, onFocusCapture: onChoose };
  return grouped.has(kind) ? (
    <fieldset {...shared} aria-label={kind === 'consent' ? label || say('noLabel') : undefined}>
      {title && <legend>{title}</legend>}
      {inside}
    </fieldset>
  ) : (
    <div {...shared}>
      {kind === 'picture' ? <span>{title}</span> : <label htmlFor={id}>{title}</label>}
      {inside}
    </div>
  );
}
