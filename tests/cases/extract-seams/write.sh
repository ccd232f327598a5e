# West of the seam (2,0) (2.5,0.8) (2.5,1.7) (2,2.5) lies one room, east of it the other.
mkdir kit
cat > kit/west.obj <<'OBJ'
v 0 0 0
v 2 0 0
v 2.5 0.8 0
v 2.5 1.7 0
v 2 2.5 0
v 0 2.5 0
usemtl Stone
f 1 2 3
f 1 3 4
f 1 4 6
f 6 4 5
OBJ
cat > kit/east.obj <<'OBJ'
v 2 0 0
v 5 0 0
v 5 2.5 0
v 2 2.5 0
v 2.5 1.7 0
v 2.5 0.8 0
usemtl Stone
f 1 2 6
f 6 2 3
f 6 3 5
f 5 3 4
OBJ
cat > kit/kit.xml <<'XML'
<kit id="bends" name="Bends" version="1">
  <door name="gap" width="1.0" height="2.5"/>
  <room id="west" name="West" walkmesh="west.obj">
    <hook name="low" at="2.25 0.4 0" door="gap" edges="1"/>
    <hook name="middle" at="2.5 1.25 0" door="gap" edges="4"/>
    <hook name="high" at="2.25 2.1 0" door="gap" edges="10"/>
  </room>
  <room id="east" name="East" walkmesh="east.obj">
    <hook name="low" at="2.25 0.4 0" door="gap" edges="2"/>
    <hook name="middle" at="2.5 1.25 0" door="gap" edges="8"/>
    <hook name="high" at="2.25 2.1 0" door="gap" edges="11"/>
  </room>
</kit>
XML
cat > bent.json <<'JSON'
{"format": "warren-map", "version": 1, "id": "bent", "kit": "bends", "kits": ["kit"],
 "links_only": true,
 "rooms": [{"name": "west", "room": "west", "position": [0, 0, 0]},
           {"name": "east", "room": "east", "position": [0, 0, 0]}],
 "links": [{"from": ["west", "low"], "to": ["east", "low"]},
           {"from": ["west", "middle"], "to": ["east", "middle"]},
           {"from": ["west", "high"], "to": ["east", "high"]}
 ],
 "title": "Bent"}
JSON
