"""What a desktop on Linux is told of the program: its entry, its icon, and the kinds of files that are its own."""

from __future__ import annotations

#: The files of a tournament and of a study, by what they begin with.
MIME = """\
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="application/x-stone-fair-tournament">
    <comment>Stone Fair tournament</comment>
    <comment xml:lang="fi">Stone Fair -turnaus</comment>
    <comment xml:lang="zh_CN">Stone Fair 比赛</comment>
    <sub-class-of type="text/plain"/>
    <icon name="stone-fair"/>
    <magic priority="90">
      <match type="string" offset="0" value="Stone Fair tournament, version"/>
    </magic>
    <glob pattern="*.stone-fair" weight="60"/>
  </mime-type>
  <mime-type type="application/x-stone-fair-study">
    <comment>Stone Fair study</comment>
    <comment xml:lang="fi">Stone Fair -tutkielma</comment>
    <comment xml:lang="zh_CN">Stone Fair 研究</comment>
    <sub-class-of type="text/plain"/>
    <icon name="stone-fair"/>
    <magic priority="90">
      <match type="string" offset="0" value="Stone Fair study, version"/>
    </magic>
    <glob pattern="*.study.txt" weight="60"/>
  </mime-type>
</mime-info>
"""

DESKTOP = """\
[Desktop Entry]
Type=Application
Version=1.5
Name=Stone Fair
GenericName=Stones-in-a-row games
GenericName[fi]=Kivisuoripelejä
GenericName[zh_CN]=连珠类棋盘游戏
Comment=Little board games under the lanterns
Comment[fi]=Pieniä lautapelejä lyhtyjen alla
Comment[zh_CN]=灯笼下的小小棋摊
Exec=stone-fair %f
Icon=stone-fair
Terminal=false
Categories=Game;BoardGame;
Keywords=gomoku;renju;connect6;threestones;
MimeType=application/x-stone-fair-tournament;application/x-stone-fair-study;application/x-go-sgf;
StartupWMClass=stone-fair
"""
