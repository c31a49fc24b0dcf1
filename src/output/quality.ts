/** The quality presets, from least to most encoding time. */
export type Quality = 'draft' | 'standard' | 'high';
