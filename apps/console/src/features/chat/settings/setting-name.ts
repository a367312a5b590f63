import { type ChatSettingKey, chatMessageKey, chatMessageLanguages, chatMessages } from '@parley/contract';
import { nameOfLanguage } from '../../../lib/languages.ts';
import { useWords } from '../../../lib/words.ts';
import { chatSettingsWords } from '../../../locales/chat-settings.ts';

/** The name of a setting: of a text, its message and its language. */
export function useSettingName(): (key: ChatSettingKey) => string {
  const say = useWords(chatSettingsWords.setting);
  const sayMessage = useWords(chatSettingsWords.message);
  return (key) => {
    for (const name of chatMessages)
      for (const language of chatMessageLanguages)
        if (chatMessageKey(name, language) === key)
          return sayMessage('of', { message: sayMessage(name), language: nameOfLanguage(language) });
    return say(key as 'maxOpenChats');
  };
}
