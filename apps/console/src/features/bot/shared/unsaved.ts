let isUnsaved = false;

/** Told by the intent editor while what it holds is not saved; the header of the bot asks before it leads away (BOT-041). */
export const setUnsavedIntent = (next: boolean): void => {
  isUnsaved = next;
};

export const hasUnsavedIntent = (): boolean => isUnsaved;
