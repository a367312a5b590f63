import { ActionIcon, Alert, Button, Group, NumberInput, Select, Slider, Stack, Switch, Text } from '@mantine/core';
import { type AudioSettings, defaultAudioSettings } from '@parley/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { commonWords } from '../../../locales/common.ts';
import { playSound, type SoundName, soundNames } from '../shared/sounds.ts';
import classes from './profile.module.css';
import { useSaveAudio } from './profile.queries.ts';

type Setting = AudioSettings['sounds'][number];
const kinds = ['new_chat', 'new_message'] as const;
const texts = { new_chat: 'newChat', new_message: 'newMessage' } as const;

/** Sounds of new chats and messages; what was never saved plays with the defaults. */
export function SoundForm({ isEnabled, settings }: { isEnabled: boolean; settings: AudioSettings }) {
  const say = useWords(accountWords.profile);
  const sayCommon = useWords(commonWords.ui);
  const [isOn, setOn] = useState(isEnabled);
  const [sounds, setSounds] = useState<Setting[]>(() =>
    kinds.map(
      (type) =>
        settings.sounds.find((sound) => sound.type === type) ??
        (defaultAudioSettings.sounds.find((sound) => sound.type === type) as Setting),
    ),
  );
  const [permission, setPermission] = useState(() => ('Notification' in globalThis ? Notification.permission : 'denied'));
  const silence = useRef<() => void>(undefined);
  const save = useSaveAudio();

  const change = (type: Setting['type'], part: Partial<Setting>) =>
    setSounds((old) => old.map((sound) => (sound.type === type ? { ...sound, ...part } : sound)));
  const handlePlay = (setting: Setting) => {
    silence.current?.();
    silence.current = playSound(setting.sound as SoundName, setting.volume, setting.repeat);
  };
  const handleSave = () =>
    save.mutate(
      { enableChatNotification: isOn, audioSettings: { enable: isOn, sounds } },
      { onSuccess: () => showToast('success', say('soundsSaved')) },
    );

  return (
    <Stack gap="lg">
      <Switch
        label={say('enableChat')}
        description={say('enableChatHint')}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {permission === 'denied' ? <Alert color="yellow">{say('browserDenied')}</Alert> : null}
      {permission === 'default' ? (
        <Group>
          <Button variant="default" size="xs" onClick={() => void Notification.requestPermission().then(setPermission)}>
            {say('browserAsk')}
          </Button>
        </Group>
      ) : null}
      {sounds.map((setting) => (
        <fieldset key={setting.type} style={{ border: 0, padding: 0, margin: 0 }} disabled={!isOn}>
          <Text component="legend" size="sm" fw={600} mb={6}>
            {say(texts[setting.type])}
          </Text>
          <div className={classes.soundRow}>
            <Select
              label={say('sound')}
              data={[...soundNames]}
              value={setting.sound}
              disabled={!isOn}
              onChange={(sound) => sound && change(setting.type, { sound: sound as SoundName })}
            />
            <NumberInput
              label={say('repeat')}
              min={1}
              max={20}
              clampBehavior="strict"
              value={setting.repeat}
              disabled={!isOn}
              onChange={(value) => change(setting.type, { repeat: Number(value) || 1 })}
            />
            <div className={classes.volume}>
              <span className={classes.fieldLabel}>
                {say('volume')} {setting.volume}%
              </span>
              <Slider
                min={0}
                max={100}
                step={5}
                value={setting.volume}
                disabled={!isOn}
                label={null}
                thumbLabel={`${say(texts[setting.type])}: ${say('volume')}`}
                onChange={(volume) => change(setting.type, { volume })}
              />
            </div>
            <ActionIcon
              variant="default"
              size={34}
              aria-label={say('playSound', { sound: setting.sound })}
              onClick={() => handlePlay(setting)}
            >
              <IconPlayerPlay size={16} />
            </ActionIcon>
          </div>
        </fieldset>
      ))}
      <Group>
        <Button onClick={handleSave} loading={save.isPending}>
          {sayCommon('save')}
        </Button>
      </Group>
    </Stack>
  );
}
