#!/usr/bin/env python3
"""Fetch an official list of codes with their titles, for people who want to read what the codes of a table mean.

    python3 data/download_codes.py icd10cm

The lists are icd10cm, nuts, insee and fips. A list becomes data/codes_<name>.csv with the columns code, parent and title. kanon itself needs none
of them. They belong to those who publish them, so none came with kanon. The address of a list may have moved. Then the message names it, and
nothing is written.
"""

import csv
import io
import os
import sys
import urllib.error
import urllib.request
import zipfile

FOLDER = os.path.dirname(os.path.abspath(__file__))


def icd10cm(content) -> list:
    """The order file is of fixed width: the code stands in the columns 7 to 13, the long title from column 78 on."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        name = next(name for name in archive.namelist() if 'order' in name.lower() and name.endswith('.txt') and 'addenda' not in name.lower())
        lines = archive.read(name).decode('utf-8').splitlines()
    titles = {line[6:13].strip(): line[77:].strip() for line in lines if line.strip()}
    return [(code, next((code[:n] for n in range(len(code) - 1, 2, -1) if code[:n] in titles), ''), title) for code, title in titles.items()]


def nuts(content) -> list:
    rows = csv.DictReader(io.StringIO(content.decode('utf-8-sig')))
    return [(row['NUTS_ID'], row['NUTS_ID'][:-1] if len(row['NUTS_ID']) > 2 else '', row['NAME_LATN']) for row in rows]


def insee(content) -> list:
    """The communes, without the former ones, of which no department is told."""
    rows = csv.DictReader(io.StringIO(content.decode('utf-8-sig')))
    return [(row['COM'], row['DEP'], row['LIBELLE']) for row in rows if row['DEP']]


def fips(content) -> list:
    rows = csv.DictReader(io.StringIO(content.decode('utf-8-sig')), delimiter='|')
    return [(row['STATEFP'] + row['COUNTYFP'], row['STATEFP'], '%s, %s' % (row['COUNTYNAME'], row['STATE'])) for row in rows]


LISTS = {       # {name: where it is, how it is read}
    'icd10cm': ('https://ftp.cdc.gov/pub/Health_Statistics/NCHS/Publications/ICD10CM/2025-Update/Code-desciptions-April-2025.zip', icd10cm),
    'nuts': ('https://gisco-services.ec.europa.eu/distribution/v2/nuts/csv/NUTS_AT_2021.csv', nuts),
    'insee': ('https://www.insee.fr/fr/statistiques/fichier/7766585/v_commune_2024.csv', insee),
    'fips': ('https://www2.census.gov/geo/docs/reference/codes2020/national_county2020.txt', fips)}


def codes_of(name, timeout=60) -> list:
    """(code, its parent or nothing, title) of each code. OSError or ValueError where it cannot be fetched, or is no such list."""
    url, read = LISTS[name]
    with urllib.request.urlopen(url, timeout=timeout) as answer:
        content = answer.read()
    try:
        rows = read(content)
    except (KeyError, StopIteration, TypeError, UnicodeError, csv.Error, zipfile.BadZipFile):
        rows = []
    if not rows:
        raise ValueError('what came is no list of %s' % name)
    return rows


def main(arguments, folder=FOLDER) -> int:
    if len(arguments) != 1 or arguments[0] not in LISTS:
        print('usage: python3 data/download_codes.py %s' % '|'.join(LISTS), file=sys.stderr)
        return 2
    name, path = arguments[0], os.path.join(folder, 'codes_%s.csv' % arguments[0])
    try:
        rows = codes_of(name)
        with open(path + '.part', 'w', encoding='utf-8', newline='') as file:
            csv.writer(file).writerows([('code', 'parent', 'title'), *rows])
        os.replace(path + '.part', path)
    except (OSError, ValueError) as error:
        reason = getattr(error, 'reason', error)
        print('download_codes.py: %s: %s; look for the list elsewhere' % (LISTS[name][0], ' '.join(str(reason).split())), file=sys.stderr)
        return 1
    print('%s: %s codes' % (path, '{:,}'.format(len(rows))))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
