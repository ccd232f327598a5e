# Spells text files as editors on Windows do: with a byte order mark, and CRLF behind each line.
for file; do
  { printf '\357\273\277'; sed 's/\r*$/\r/' "$file"; } >spelled
  mv spelled "$file"
done
