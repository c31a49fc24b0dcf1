/** The fonts of the bundled templates, all under the OFL, by PostScript name. */
export const FONTS = {
  regular: { name: 'Poppins-Regular', family: 'Poppins', style: 'Regular', ascent: 105 },
  medium: { name: 'Poppins-Medium', family: 'Poppins', style: 'Medium', ascent: 105 },
  bold: { name: 'Poppins-Bold', family: 'Poppins', style: 'Bold', ascent: 105 },
  script: { name: 'Pacifico-Regular', family: 'Pacifico', style: 'Regular', ascent: 130 },
  poster: { name: 'Anton-Regular', family: 'Anton', style: 'Regular', ascent: 118 },
} as const;

export const FONT_FILES: Record<string, string> = {
  'Poppins-Regular': '@expo-google-fonts/poppins/400Regular/Poppins_400Regular.ttf',
  'Poppins-Medium': '@expo-google-fonts/poppins/500Medium/Poppins_500Medium.ttf',
  'Poppins-Bold': '@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf',
  'Pacifico-Regular': '@expo-google-fonts/pacifico/400Regular/Pacifico_400Regular.ttf',
  'Anton-Regular': '@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf',
};
