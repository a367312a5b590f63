import type { FormTexts, Media, ShownField } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconPhoto } from '@tabler/icons-react';
import { formWords } from '../words.ts';
import classes from './preview.module.css';

type Props = {
  id: string;
  field: ShownField;
  given: unknown;
  about: string | undefined;
  isWrong: boolean;
  texts: FormTexts;
  onType: (given: unknown) => void;
};

const mostRadios = 7;
const inputTypes: Partial<Record<ShownField['kind'], string>> = { date: 'date', time: 'time', phone: 'tel', email: 'email' };
const plain = (given: unknown): string => (typeof given === 'string' || typeof given === 'number' ? String(given) : '');
const chosenIn = (given: unknown): string[] => (Array.isArray(given) ? given.map(String) : typeof given === 'string' ? [given] : []);

/** The control of a field, as the page has it. */
export function ShownControl(props: Props) {
  const { id, field, given, about, isWrong, texts, onType } = props;
  const say = useWords(formWords.preview);
  const shared = { id, 'aria-describedby': about, 'aria-invalid': isWrong || undefined };
  switch (field.kind) {
    case 'longText':
      return (
        <textarea {...shared} maxLength={field.longest} value={plain(given)} onChange={(event) => onType(event.currentTarget.value)} />
      );
    case 'choice':
      return field.options.length <= mostRadios ? (
        <Picks {...props} type="radio" chosen={chosenIn(given)} onPick={(option) => onType(option)} />
      ) : (
        <select
          {...shared}
          aria-label={field.label}
          value={chosenIn(given)[0] ?? ''}
          onChange={(event) => onType(event.currentTarget.value)}
        >
          <option value="">{say('choose')}</option>
          {field.options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.title}
            </option>
          ))}
        </select>
      );
    case 'choices': {
      const chosen = chosenIn(given);
      return (
        <Picks
          {...props}
          type="checkbox"
          chosen={chosen}
          onPick={(option) => onType(chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option])}
        />
      );
    }
    case 'yesNo':
      return (
        <Picks
          {...props}
          field={{ ...field, options: [option('true', texts.yes), option('false', texts.no)] }}
          type="radio"
          chosen={typeof given === 'boolean' ? [String(given)] : []}
          onPick={(picked) => onType(picked === 'true')}
        />
      );
    case 'consent':
      return (
        <Picks
          {...props}
          field={{ ...field, options: [option('true', field.label || say('noLabel'))] }}
          type="checkbox"
          chosen={given === true ? ['true'] : []}
          onPick={() => onType(given !== true)}
        />
      );
    case 'rating':
      return (
        <Picks
          {...props}
          field={{ ...field, options: Array.from({ length: field.steps }, (_, place) => option(String(place + 1), String(place + 1))) }}
          type="radio"
          chosen={[plain(given)]}
          onPick={(picked) => onType(Number(picked))}
        />
      );
    case 'location':
      return (
        <Sample
          words={say('samplePlace')}
          isGiven={given !== null && given !== undefined && given !== ''}
          onGive={(isOn) => onType(isOn ? samplePlace : null)}
        />
      );
    case 'file':
    case 'photo':
    case 'signature':
      return <Sample words={say('sampleFile')} isGiven={hasFiles(given)} onGive={(isOn) => onType(isOn ? [sampleFile] : null)} />;
    case 'picture':
      return (
        <div className={classes.picture}>
          <IconPhoto size={28} aria-hidden />
          <span>{field.picture === '' ? say('noPicture') : say('picture')}</span>
        </div>
      );
    default:
      return (
        <input
          {...shared}
          type={inputTypes[field.kind] ?? 'text'}
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          maxLength={field.kind === 'text' ? field.longest : undefined}
          value={plain(given)}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      );
  }
}

const option = (id: string, title: string) => ({ id, title, description: '' });
const samplePlace = { latitude: 18.5204, longitude: 73.8567, name: '', address: '' };
const sampleFile: Media = { $: 'media', id: 'sample', kind: 'image', name: 'sample.png', mime: 'image/png', size: 1000 };
const hasFiles = (given: unknown): boolean =>
  (Array.isArray(given) && given.length > 0) || (typeof given === 'object' && given !== null && 'files' in given);

function Picks({
  id,
  field,
  type,
  chosen,
  onPick,
}: Props & { type: 'radio' | 'checkbox'; chosen: readonly string[]; onPick: (option: string) => void }) {
  const say = useWords(formWords.preview);
  if (field.options.length === 0) return <p className={classes.help}>{say('noOptions')}</p>;
  return (
    <div className={field.kind === 'rating' || field.kind === 'yesNo' ? classes.row : undefined}>
      {field.options.map(({ id: own, title, description }) => (
        <label key={own} className={classes.pick}>
          <input type={type} name={id} checked={chosen.includes(own)} onChange={() => onPick(own)} />
          <span>
            {title || say('noLabel')}
            {description !== '' && <small>{description}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}

/** A sample of a file or a place: nothing is uploaded in the designer, and nobody is located. */
function Sample({ words, isGiven, onGive }: { words: string; isGiven: boolean; onGive: (isOn: boolean) => void }) {
  return (
    <label className={classes.pick}>
      <input type="checkbox" checked={isGiven} onChange={() => onGive(!isGiven)} />
      <span>{words}</span>
    </label>
  );
}
