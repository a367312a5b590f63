import { ActionIcon, Button, ColorInput, Fieldset, Group, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import type { WhiteLabel } from '@parley/contract';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { FileUpload } from '../../../components/file-upload.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { commonWords } from '../../../locales/common.ts';
import classes from './branding.module.css';
import { measurePairs } from './branding-contrast.ts';

type Slide = WhiteLabel['banner'][number];
type FormProps = { draft: WhiteLabel; isReadOnly: boolean; onChange: (draft: WhiteLabel) => void };

const images = ['png', 'jpg', 'jpeg'];
const maxSlides = 8;

/** Every part of the brand; it only reports changes, the page keeps them. */
export function BrandingForm({ draft, isReadOnly, onChange }: FormProps) {
  const say = useWords(accountWords.branding);
  const sayCommon = useWords(commonWords.ui);
  const set = (part: Partial<WhiteLabel>) => onChange({ ...draft, ...part });
  return (
    <Fieldset variant="unstyled" disabled={isReadOnly}>
      <Block title={say('identity')}>
        <TextInput
          label={say('brandTitle')}
          required
          maxLength={60}
          value={draft.info.title}
          error={draft.info.title.trim() ? null : sayCommon('mandatory')}
          onChange={(event) => set({ info: { ...draft.info, title: event.currentTarget.value } })}
        />
        <TextInput
          label={say('supportContact')}
          maxLength={200}
          value={draft.info.supportContact}
          onChange={(event) => set({ info: { ...draft.info, supportContact: event.currentTarget.value } })}
        />
        <TextInput
          label={say('senderName')}
          maxLength={80}
          value={draft.mail.senderName}
          onChange={(event) => set({ mail: { ...draft.mail, senderName: event.currentTarget.value } })}
        />
        <Textarea
          label={say('mailFooter')}
          maxLength={500}
          autosize
          minRows={2}
          value={draft.mail.footer}
          onChange={(event) => set({ mail: { ...draft.mail, footer: event.currentTarget.value } })}
        />
      </Block>
      <Block title={say('colours')}>
        <Colours draft={draft} onChange={onChange} />
      </Block>
      <Block title={say('images')}>
        <ImageField label={say('logo')} value={draft.logoPath} onChange={(logoPath) => set({ logoPath })} />
        <ImageField label={say('favicon')} value={draft.favIconPath} onChange={(favIconPath) => set({ favIconPath })} />
        <ImageField label={say('loader')} value={draft.loaderPath} onChange={(loaderPath) => set({ loaderPath })} />
        <VideoField value={draft.dashBoardVideo} onChange={(dashBoardVideo) => set({ dashBoardVideo })} />
      </Block>
      <Block title={say('slides')}>
        <Slides slides={draft.banner} onChange={(banner) => set({ banner })} />
      </Block>
      <Block title={say('vendors')}>
        {[...new Set(['WHATSAPP', 'WEB', 'RCS', ...Object.keys(draft.allowedVendors)])].map((channel) => (
          <TagsInput
            key={channel}
            label={channel}
            value={draft.allowedVendors[channel] ?? []}
            onChange={(vendors) => set({ allowedVendors: { ...draft.allowedVendors, [channel]: vendors } })}
          />
        ))}
      </Block>
    </Fieldset>
  );
}

function Block({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.block}>
      <h2 className={classes.blockTitle}>{title}</h2>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}

const colourTexts = { primary: 'primary', primaryText: 'primaryText', topBar: 'topBar', topBarText: 'topBarText' } as const;

function Colours({ draft, onChange }: Omit<FormProps, 'isReadOnly'>) {
  const say = useWords(accountWords.branding);
  const pairs = measurePairs(draft.colors);
  return (
    <>
      {pairs.map((pair) => (
        <div key={pair.text}>
          <div className={classes.pair}>
            {([pair.ground, pair.text] as const).map((name) => (
              <ColorInput
                key={name}
                label={say(colourTexts[name])}
                format="hex"
                value={draft.colors[name]}
                onChange={(colour) => onChange({ ...draft, colors: { ...draft.colors, [name]: colour } })}
              />
            ))}
          </div>
          <Text size="xs" mt={4} c={pair.isReadable ? 'dimmed' : 'var(--mantine-color-error)'} role="status">
            {say(pair.isReadable ? 'contrast' : 'contrastRefused', { ratio: formatNumber(pair.ratio, 2) })}
          </Text>
        </div>
      ))}
    </>
  );
}

function ImageField({ label, value, onChange }: { label: string; value: string; onChange: (url: string) => void }) {
  const say = useWords(accountWords.branding);
  return (
    <div className={classes.imageField}>
      <div className={classes.thumb}>{value ? <img src={value} alt={label} /> : null}</div>
      <div className={classes.grow}>
        <FileUpload
          isCompact
          label={label}
          extensions={images}
          rType="artifact"
          onStatus={(status) => status.state === 'done' && onChange(status.file.url)}
        />
      </div>
      {value ? (
        <ActionIcon aria-label={`${say('remove')}: ${label}`} onClick={() => onChange('')}>
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </div>
  );
}

function VideoField({ value, onChange }: { value: string; onChange: (url: string) => void }) {
  const say = useWords(accountWords.branding);
  return (
    <div className={classes.imageField}>
      <div className={classes.grow}>
        <FileUpload
          isCompact
          label={say('video')}
          extensions={['mp4']}
          rType="artifact"
          onStatus={(status) => status.state === 'done' && onChange(status.file.url)}
        />
      </div>
      {value ? (
        <ActionIcon aria-label={`${say('remove')}: ${say('video')}`} onClick={() => onChange('')}>
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </div>
  );
}

function Slides({ slides, onChange }: { slides: Slide[]; onChange: (slides: Slide[]) => void }) {
  const say = useWords(accountWords.branding);
  const change = (at: number, part: Partial<Slide>) =>
    onChange(slides.map((slide, index) => (index === at ? { ...slide, ...part } : slide)));
  const move = (at: number, step: -1 | 1) => {
    const next = [...slides];
    const [slide] = next.splice(at, 1);
    if (slide) next.splice(at + step, 0, slide);
    onChange(next);
  };
  return (
    <>
      {slides.map((slide, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slides have no id, and their words are what is being typed
        <div key={at} className={classes.slide}>
          <Group justify="space-between" mb="xs">
            <Text size="sm" fw={600}>
              {say('slide', { number: at + 1 })}
            </Text>
            <Group gap={2}>
              <ActionIcon aria-label={say('moveUp', { number: at + 1 })} disabled={at === 0} onClick={() => move(at, -1)}>
                <IconArrowUp size={15} />
              </ActionIcon>
              <ActionIcon aria-label={say('moveDown', { number: at + 1 })} disabled={at === slides.length - 1} onClick={() => move(at, 1)}>
                <IconArrowDown size={15} />
              </ActionIcon>
              <ActionIcon
                aria-label={say('removeSlide', { number: at + 1 })}
                disabled={slides.length === 1}
                onClick={() => onChange(slides.filter((_, index) => index !== at))}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </Group>
          </Group>
          <Stack gap="sm">
            <TextInput
              label={say('subtitleField')}
              maxLength={80}
              value={slide.subtitle}
              onChange={(event) => change(at, { subtitle: event.currentTarget.value })}
            />
            <Textarea
              label={say('text')}
              maxLength={300}
              autosize
              minRows={2}
              value={slide.text}
              onChange={(event) => change(at, { text: event.currentTarget.value })}
            />
            <ImageField label={say('image')} value={slide.image} onChange={(image) => change(at, { image })} />
          </Stack>
        </div>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={slides.length >= maxSlides}
          onClick={() => onChange([...slides, { subtitle: '', image: '', text: '' }])}
        >
          {say('addSlide')}
        </Button>
      </Group>
    </>
  );
}
