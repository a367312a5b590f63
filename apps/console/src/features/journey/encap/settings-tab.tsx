import { Button, ColorInput, NumberInput, Radio, Select, Skeleton, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { EncapProperties, encapEditors, pageLogins } from '@parley/contract';
import { contrast, isHexColor } from '@parley/ui/oklch';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { formatNumber } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { type Say, useWords, type WordOf } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { MayChange } from '../../account/shared/may.tsx';
import { useCan } from '../../account/shared/me.ts';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import classes from './encap.module.css';
import { type Encap, propertiesQuery, useSaveProperties } from './encap.queries.ts';
import { ReachPanel } from './reach-panel.tsx';

type Properties = EncapProperties & { version: number };
/** Colour of the words on a button of the page. */
const white = '#ffffff';
const leastContrast = 4.5;
const mostDomains = 20;
const ratioOf = (colour: string): number | undefined => (isHexColor(colour) ? contrast(white, colour) : undefined);

/** Properties of the page: they hold at once for everybody who opens it. */
export function SettingsTab({ encap }: { encap: Encap }) {
  const properties = useQuery(propertiesQuery(encap.id));
  if (properties.data) return <SettingsForm encap={encap} properties={properties.data} />;
  if (properties.error) return <ErrorState error={properties.error} onRetry={() => void properties.refetch()} />;
  return <Skeleton height={420} radius="md" />;
}

function SettingsForm({ encap, properties }: { encap: Encap; properties: Properties }) {
  const say = useWords(encapWords.settings);
  const canEdit = useCan(encapEditors) && !encap.readOnly;
  const departments = useDepartmentOptions();
  const saveProperties = useSaveProperties(encap.id);
  const form = useRecordForm({
    record: properties,
    toDraft: ({ version: _, ...draft }: Properties): EncapProperties => draft,
    check: checkOf(say),
    read: (client) => client.fetchQuery({ ...propertiesQuery(encap.id), staleTime: 0 }),
    save: (draft, version = properties.version) => saveProperties.mutateAsync({ ...draft, version }),
    keep: (saved) => saved,
    onSaved: () => showToast('success', sayDone(say('saved'), 'saved')),
    fieldOf: (path) => path.split('.')[0],
    nameOf: (path) => (path in fieldWords ? say(fieldWords[path as keyof typeof fieldWords]) : undefined),
    show: (field, value) => (field === 'departmentId' ? (departments.find((one) => one.value === value)?.label ?? value) : value),
  });
  const { colour, login, expiryDays, domains, departmentId } = form.draft;
  const ratio = ratioOf(colour);
  return (
    <form className={classes.form} noValidate onSubmit={form.handleSubmit}>
      {form.failure ? <SaveFailure error={form.failure} /> : null}
      <MayChange any={encapEditors}>
        <div className={classes.stack}>
          <Panel title={say('look')}>
            <Stack gap="md">
              <TextInput
                label={say('title')}
                description={say('titleHint', { name: encap.name, interpolation: { escapeValue: false } })}
                maxLength={120}
                {...form.field('title')}
              />
              <Textarea
                label={say('intro')}
                description={say('introHint')}
                maxLength={1000}
                autosize
                minRows={2}
                {...form.field('intro')}
              />
              <div>
                <ColorInput
                  label={say('colour')}
                  description={say('colourHint')}
                  format="hex"
                  {...form.field('colour')}
                  onChange={(next) => form.change({ colour: next })}
                />
                {ratio === undefined ? null : (
                  <div className={classes.foot} style={{ marginBlockStart: 8 }}>
                    <span className={classes.sample} style={{ background: colour, color: white }} aria-hidden>
                      {say('sample')}
                    </span>
                    <Text size="xs" c={ratio >= leastContrast ? 'dimmed' : 'var(--mantine-color-error)'} role="status">
                      {say(ratio >= leastContrast ? 'contrast' : 'contrastLow', { ratio: formatNumber(ratio, 2) })}
                    </Text>
                  </div>
                )}
              </div>
            </Stack>
          </Panel>
          <Panel title={say('access')}>
            <Stack gap="md">
              <Radio.Group label={say('login')} value={login} onChange={(next) => form.change({ login: next as EncapProperties['login'] })}>
                <Stack gap="xs" mt={6}>
                  {pageLogins.map((one) => (
                    <Radio key={one} value={one} label={say(`login_${one}`)} description={say(`loginHint_${one}`)} />
                  ))}
                </Stack>
              </Radio.Group>
              <NumberInput
                label={say('expiryDays')}
                description={say('expiryDaysHint')}
                min={1}
                max={365}
                clampBehavior="blur"
                allowDecimal={false}
                value={expiryDays}
                error={form.faults.expiryDays}
                onChange={(next) => form.change({ expiryDays: Number(next) || 0 })}
              />
              <TagsInput
                label={say('domains')}
                description={say('domainsHint')}
                placeholder="https://www.example.com"
                maxTags={mostDomains}
                acceptValueOnBlur
                value={domains}
                error={form.faults.domains}
                data-path="domains"
                onChange={(next) => form.change({ domains: next.map(toOrigin) })}
              />
              <Select
                label={say('department')}
                description={say('departmentHint')}
                placeholder={say('allDepartments')}
                clearable
                searchable
                data={departments}
                value={departmentId === '' ? null : departmentId}
                error={form.faults.departmentId}
                onChange={(next) => form.change({ departmentId: next ?? '' })}
              />
            </Stack>
          </Panel>
          <ReachPanel draft={form.draft} faults={form.faults} onChange={form.change} />
          <Panel title={say('end')}>
            <Stack gap="md">
              <Textarea
                label={say('doneText')}
                description={say('doneHint')}
                maxLength={500}
                autosize
                minRows={2}
                {...form.field('doneText')}
              />
              <TextInput label={say('redirectUrl')} description={say('redirectHint')} maxLength={500} {...form.field('redirectUrl')} />
              <Textarea
                label={say('expiredText')}
                description={say('expiredHint')}
                maxLength={500}
                autosize
                minRows={2}
                {...form.field('expiredText')}
              />
              <TextInput label={say('privacyUrl')} maxLength={500} {...form.field('privacyUrl')} />
            </Stack>
          </Panel>
        </div>
      </MayChange>
      {canEdit ? (
        <div className={classes.foot}>
          <Button type="submit" loading={form.isBusy} disabled={!form.isDirty}>
            {say('save')}
          </Button>
          <Text size="sm" c="dimmed">
            {say('atOnce')}
          </Text>
        </div>
      ) : null}
    </form>
  );
}

/** `https://name` of whatever was typed or pasted of an address. */
function toOrigin(text: string): string {
  const typed = text.trim().toLowerCase();
  try {
    return new URL(typed.includes('://') ? typed : `https://${typed}`).origin;
  } catch {
    return typed;
  }
}

const fieldWords = {
  title: 'title',
  intro: 'intro',
  colour: 'colour',
  login: 'login',
  expiryDays: 'expiryDays',
  expiredText: 'expiredText',
  doneText: 'doneText',
  redirectUrl: 'redirectUrl',
  privacyUrl: 'privacyUrl',
  domains: 'domains',
  departmentId: 'department',
  reachChannelId: 'reachChannel',
  codeTemplateId: 'codeTemplate',
  laterTemplateId: 'laterTemplate',
  remindTemplateId: 'remindTemplate',
  remindHours: 'remindHours',
} as const;

const checkOf = (say: Say<WordOf<typeof encapWords.settings>>) => (draft: EncapProperties) => {
  const { shape } = EncapProperties;
  const ratio = ratioOf(draft.colour);
  const isSound = (field: 'colour' | 'redirectUrl' | 'privacyUrl' | 'domains') => shape[field].safeParse(draft[field]).success;
  return {
    colour: !isSound('colour')
      ? say('noColour')
      : ratio !== undefined && ratio < leastContrast && say('contrastLow', { ratio: formatNumber(ratio, 2) }),
    redirectUrl: !isSound('redirectUrl') && say('noAddress'),
    privacyUrl: !isSound('privacyUrl') && say('noAddress'),
    domains: !isSound('domains') && say('noDomain'),
    reachChannelId: draft.reachChannelId === '' && (draft.login === 'code' || draft.remindHours.length > 0) && say('reachChannelNeeded'),
    codeTemplateId: draft.login === 'code' && draft.codeTemplateId === '' && say('codeTemplateNeeded'),
    remindTemplateId: draft.remindHours.length > 0 && draft.remindTemplateId === '' && say('remindTemplateNeeded'),
    remindHours:
      draft.remindHours.some((hours, place) => !(hours >= 1 && hours <= 336) || hours <= (draft.remindHours[place - 1] ?? 0)) &&
      say('remindHoursWrong'),
  };
};
